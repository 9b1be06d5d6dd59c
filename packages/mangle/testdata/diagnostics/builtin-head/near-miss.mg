blank("").
