import type { Source, Span } from '@manglecp/mangle';
import { suggestName } from '@manglecp/protocol';
import { isMap, isScalar, isSeq } from 'yaml';
import { type FrontEntry, type FrontMatter, readFrontEntries, spanOf, splitFrontMatter } from './front-matter.js';
import type { PackSkill, SkillGate, SkillResource } from './pack.js';
import { placedProblem, type Problem } from './problem.js';

/** A skill as its file describes it; which rules can require it is not known yet. */
export interface WrittenSkill extends Omit<PackSkill, 'gate'> {
  /** Relative to the pack. */
  readonly file: string;
  readonly front: FrontMatter;
  /** The entry `gate`, if there is one. */
  readonly gateEntry?: FrontEntry;
}

export const defaultContentType = 'text/markdown';

const ownKeys = ['name', 'description', 'summary', 'content_type', 'resources', 'gate'];
/** Keys of the Agent Skills convention that mean nothing here. */
const foreignKeys: ReadonlySet<string> = new Set(['metadata', 'license', 'compatibility', 'allowed-tools']);

/** In characters. The description is sent with every tool that needs the skill; the convention allows it no more. */
const maxLengths = { name: 100, description: 1024, summary: 400, uri: 2048, text: 1024 } as const;
const maxResources = 100;
const maxGatePredicates = 10_000;

/** Reads the text of a `SKILL.md`; undefined, with problems reported, if it is none. */
export function readSkill(id: string, source: Source, report: (problem: Problem) => void): WrittenSkill | undefined {
  const front = splitFrontMatter(source);
  if (!('content' in front)) return void report(front);
  const entries = readFrontEntries(front, report);
  if (entries === undefined) return undefined;
  const reader = new EntryReader(front, entries, report);
  reader.warnOfUnknown();
  const name = reader.text('name', maxLengths.name) ?? reader.miss('name');
  const description = reader.text('description', maxLengths.description) ?? reader.miss('description');
  const summary = reader.text('summary', maxLengths.summary) ?? firstSentence(description ?? '');
  const contentType = reader.mediaType() ?? defaultContentType;
  const resources = reader.resources();
  const reviewedGate = reader.gate();
  if (front.content === '') reader.refuse(lastPlace(front), 'it has no content', 'Write it below the closing `---`.');
  if (reader.hasFailed || name === undefined || description === undefined) return undefined;
  const gateEntry = reader.find('gate');
  return {
    id,
    file: source.name,
    front,
    name,
    description,
    summary,
    content: front.content,
    contentType,
    resources,
    ...(gateEntry === undefined ? {} : { gateEntry }),
    ...(reviewedGate === undefined ? {} : { reviewedGate }),
  };
}

/** The members of a front matter by what they should be. What is not so is reported. */
class EntryReader {
  readonly #front: FrontMatter;
  readonly #entries: readonly FrontEntry[];
  readonly #report: (problem: Problem) => void;
  hasFailed = false;

  constructor(front: FrontMatter, entries: readonly FrontEntry[], report: (problem: Problem) => void) {
    this.#front = front;
    this.#entries = entries;
    this.#report = report;
  }

  find(name: string): FrontEntry | undefined {
    return this.#entries.find(({ key }) => key === name);
  }

  refuse(span: Span, message: string, help?: string): undefined {
    this.hasFailed = true;
    this.#report(placedProblem('skill', span, message, help));
    return undefined;
  }

  miss(name: string): undefined {
    if (this.find(name) !== undefined) return undefined;
    return this.refuse(firstPlace(this.#front), `its front matter has no \`${name}\``, `Add a line \`${name}: …\`.`);
  }

  warnOfUnknown(): void {
    for (const { key, keySpan } of this.#entries) this.#warnUnless(ownKeys, key, keySpan);
  }

  text(name: string, maxLength: number): string | undefined {
    const entry = this.find(name);
    return entry === undefined ? undefined : this.#text(name, entry.value, entry.valueSpan, maxLength);
  }

  mediaType(): string | undefined {
    const text = this.text('content_type', maxLengths.text);
    const span = this.find('content_type')?.valueSpan;
    if (text === undefined || span === undefined) return undefined;
    const type = text.toLowerCase();
    if (/^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(type)) return type;
    return this.refuse(span, '`content_type` is no media type', 'Write one without parameters, as `text/markdown`.');
  }

  resources(): readonly SkillResource[] {
    const entry = this.find('resources');
    if (entry === undefined) return [];
    const { value, valueSpan } = entry;
    if (!isSeq(value) || value.items.length > maxResources) {
      this.refuse(valueSpan, `\`resources\` is no list of at most ${maxResources} mappings`, resourceForm);
      return [];
    }
    return value.items.flatMap((item) => this.#resource(item, valueSpan) ?? []);
  }

  gate(): SkillGate | undefined {
    const entry = this.find('gate');
    if (entry === undefined) return undefined;
    const { value, valueSpan } = entry;
    const pairs = isMap(value) ? value.items : undefined;
    const digests = pairs?.flatMap(({ key, value: digest }) =>
      isScalar(key) && isScalar(digest) && typeof digest.value === 'string'
        ? [[String(key.value), digest.value] as const]
        : [],
    );
    if (pairs === undefined || digests?.length !== pairs.length || digests.length > maxGatePredicates) {
      const help = 'Remove it; `manglecp check` with `--reviewed` writes it.';
      return this.refuse(valueSpan, '`gate` is no mapping of predicates to digests', help);
    }
    return new Map(digests);
  }

  #text(name: string, value: unknown, span: Span, maxLength: number): string | undefined {
    if (!isScalar(value) || typeof value.value !== 'string') {
      return this.refuse(span, `\`${name}\` is no text`, 'Write a text, in quotes if it looks like something else.');
    }
    const text = value.value.replace(/\s+/gu, ' ').trim();
    if (text === '') return this.refuse(span, `\`${name}\` is empty`, 'Write a text.');
    if (text.length <= maxLength) return text;
    const help = 'Be brief here; what is long belongs below the closing `---`.';
    return this.refuse(span, `\`${name}\` has more than ${maxLength} characters`, help);
  }

  #resource(item: unknown, around: Span): SkillResource | undefined {
    const { source, start } = this.#front;
    const span = spanOf(source, item, start) ?? around;
    if (!isMap(item)) return this.refuse(span, 'a resource is no mapping', resourceForm);
    const members = new Map(
      item.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', { key, value }] as const),
    );
    for (const [name, { key }] of members) this.#warnUnless(resourceKeys, name, spanOf(source, key, start) ?? span);
    const text = (name: string, maxLength: number): string | undefined => {
      const member = members.get(name);
      if (member === undefined) return undefined;
      return this.#text(name, member.value, spanOf(source, member.value, start) ?? span, maxLength);
    };
    if (!members.has('uri')) return this.refuse(span, 'a resource has no `uri`', resourceForm);
    const [uri, type, description] = [text('uri', maxLengths.uri), text('type', 100), text('description', 1024)];
    if (uri === undefined) return undefined;
    return {
      uri,
      ...(type === undefined ? {} : { type }),
      ...(description === undefined ? {} : { description }),
    };
  }

  #warnUnless(known: readonly string[], key: string, span: Span): void {
    if (known.includes(key) || foreignKeys.has(key) || key.startsWith('x-')) return;
    const near = suggestName(key, known);
    const help =
      near === undefined ? `There are ${known.map((each) => `\`${each}\``).join(', ')}.` : `Did you mean \`${near}\`?`;
    const shown = key.slice(0, 100);
    this.#report({
      ...placedProblem('unknown-key', span, `\`${shown}\` means nothing here`, help),
      severity: 'warning',
    });
  }
}

const resourceKeys = ['uri', 'type', 'description'];
const resourceForm = 'Write `- uri: …` for each, with `type` and `description` if you like.';

/** Up to the first mark that ends a sentence: one before a space and a capital letter, or a full-width one. */
export function firstSentence(text: string): string {
  const [sentence = text] = /^.*?(?:[.!?](?=\s+[^\p{Ll}\s])|[。！？])/u.exec(text) ?? [];
  return sentence;
}

function firstPlace({ source, start }: FrontMatter): Span {
  return { source, start: 0, end: Math.max(0, start - 1) };
}

function lastPlace({ source, end }: FrontMatter): Span {
  return { source, start: end, end: end + 3 };
}
