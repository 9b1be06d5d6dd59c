/** Why a text is not JSON that is taken, each with its meaning. */
export const jsonFaults = {
  syntax: 'the text does not follow the grammar of JSON',
  unexpected_end: 'the text ends inside a value',
  trailing_text: 'there is more after the value',
  invalid_utf8: 'the bytes are not UTF-8',
  byte_order_mark: 'the text starts with a byte order mark',
  lone_surrogate: 'half of a surrogate pair, which is no character',
  control_character: 'a character below U+0020 in a string is not escaped',
  duplicate_key: 'an object has the same key twice',
  too_deep: 'lists and objects are nested too deep',
  too_many_values: 'there are too many values',
  number_out_of_range: 'a number does not fit where it is wanted',
} as const;

export type JsonFault = keyof typeof jsonFaults;

/** What `parseJson` and `plainJson` throw, and nothing else. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly reason: JsonFault;
  /** Where the fault is: in bytes if bytes were parsed, in UTF-16 units if a string was. */
  readonly offset: number;

  constructor(reason: JsonFault, offset: number, message: string = jsonFaults[reason]) {
    super(message);
    this.reason = reason;
    this.offset = offset;
  }
}
