Decl user(Id: name, Age: number).
