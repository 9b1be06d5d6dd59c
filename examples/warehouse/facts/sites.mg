# The warehouses, and who calls there.

site("BRE-1", "Bremen").
site("HAM-2", "Hamburg").

carrier_serves("baltic-line", "HAM-2").
carrier_serves("nordfreight", "BRE-1").
carrier_serves("nordfreight", "HAM-2").
