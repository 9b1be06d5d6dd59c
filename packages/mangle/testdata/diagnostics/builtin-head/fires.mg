:string:blank("").
