#! file a.mg
Decl file_imports(File, Target) bound [/string, /string].
#! file b.mg

