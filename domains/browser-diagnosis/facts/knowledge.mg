# What is known about the project and about errors.

api_origin("https://api.example.com").

project_uses_react().

error_kind("RangeError", "Check the sizes that the response announces.").
error_kind("SyntaxError", "Check if the response is an error page where JSON was expected.").
error_kind("TypeError", "Check if the component rendering depends on the API response data.").
