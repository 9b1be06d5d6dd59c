# The code base, as a scan recorded it.

data_entity("AuditRow", "audit_rows").
data_entity("Invoice", "invoices").
data_entity("UserProfile", "user_profiles").

data_served_by("AuditRow", "/api/v1/audit").
data_served_by("Invoice", "/api/v1/invoices").
data_served_by("UserProfile", "/api/v1/users").

sdk_calls_endpoint("listInvoices", "/api/v1/invoices").
sdk_calls_endpoint("getUser", "/api/v1/users").
sdk_calls_endpoint("listUsers", "/api/v1/users").

component_uses_sdk("src/components/InvoiceTable.tsx", "listInvoices").
component_uses_sdk("src/components/UserCard.tsx", "getUser").
component_uses_sdk("src/components/UserList.tsx", "listUsers").

component_renders("src/components/Header.tsx", "src/components/UserCard.tsx").
component_renders("src/components/Layout.tsx", "src/components/Header.tsx").

page_renders("/billing", "src/components/InvoiceTable.tsx").
page_renders("/billing", "src/components/Layout.tsx").
page_renders("/people", "src/components/Layout.tsx").
page_renders("/people", "src/components/UserList.tsx").
