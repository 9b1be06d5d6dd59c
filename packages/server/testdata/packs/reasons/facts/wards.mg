ward("north").
ward("south").
