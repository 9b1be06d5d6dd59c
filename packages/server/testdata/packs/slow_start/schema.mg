# A domain whose base needs the answer of a function that waits until there is a file `open` beside it: tests copy this
# folder, see the server boot, and make the file.
# Trust level: schema.

Decl door(Door)
  descr [doc("A door of the house."), arg(Door, "its name"), open("domain")]
  bound [/string].

Decl room(Room)
  descr [doc("A room that can be entered."), arg(Room, "its name"), open("domain")]
  bound [/string].

Decl opened(Door, Room)
  descr [
    doc("What is behind a door."),
    arg(Door, "the door"),
    arg(Room, "the room"),
    external(),
    mode("+", "-")
  ]
  bound [/string, /string].
