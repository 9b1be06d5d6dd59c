import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { intentRequest, newId } from '../harness/messages.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import type { Answer } from '../harness/peer.js';
import { openRawHttp } from '../harness/raw-http.js';
import { packFolder, type SubjectOptions } from '../harness/subject.js';
import { until } from '../harness/until.js';
import { overTransports } from '../harness/verifies.js';
import { logIn } from '../security/desk.js';
import { people, secrets } from '../security/people.js';

const skilled: SubjectOptions = { pack: 'skilled' };

const slow = { pred: 'slow_query', args: ['daily report', 200] };
const verySlow = { pred: 'slow_query', args: ['daily report', 9000] };

function tune(...facts: object[]): Record<string, unknown> & { id: string } {
  return intentRequest({ intent: { name: 'tune' }, facts });
}

/** A skill as a tool refers to it, and as the answer lists it. */
interface Reference {
  readonly skill_id: string;
  readonly inline: boolean;
  readonly content?: string;
}
interface Skill {
  readonly skill_id: string;
  readonly name: string;
  readonly description: string;
  readonly content: string;
  readonly content_type?: string;
  readonly resources?: readonly { readonly uri: string; readonly type?: string; readonly description?: string }[];
}
interface Tool {
  readonly name: string;
  readonly context_injection?: { readonly skills?: readonly Reference[] };
}

/** The references of a tool, by the id of the skill. */
function referencesOf({ message }: Answer, tool: string): ReadonlyMap<string, Reference> {
  const { macro_tools: tools } = message.payload as { readonly macro_tools: readonly Tool[] };
  const { context_injection: context } = tools.find(({ name }) => name === tool) ?? {};
  return new Map((context?.skills ?? []).map((each) => [each.skill_id, each]));
}

/** The skills that an answer lists, by id. */
function skillsOf({ message }: Answer): ReadonlyMap<string, Skill> {
  expect(message).toMatchObject({ type: 'intent_response' });
  const { required_skills: skills } = message.payload as { readonly required_skills: readonly Skill[] };
  return new Map(skills.map((each) => [each.skill_id, each]));
}

/** The text of a skill as its file has it. */
function textOf(id: string): string {
  const text = readFileSync(path.join(packFolder('skilled'), 'skills', id, 'SKILL.md'), 'utf8');
  return text.slice(text.indexOf('\n---\n') + 5).trim();
}

/** How often a text is in an answer. */
function timesIn({ text }: Answer, part: string): number {
  return text.split(JSON.stringify(part).slice(1, -1)).length - 1;
}

interface Fetched {
  readonly status: number;
  readonly body: string;
  readonly headers: Headers;
}

async function fetchSkill(url: string, id: string, headers: Record<string, string> = {}): Promise<Fetched> {
  const response = await fetch(`${url}/manglecp/skills/${id}`, { headers });
  return { status: response.status, body: await response.text(), headers: response.headers };
}

overTransports('the skills of an answer', (verifies) => {
  verifies(['MACRO-024', 'MACRO-027'], 'a small skill is there once, in full', async ({ connect }) => {
    const answer = await (await connect(skilled)).ask(tune(slow));
    const { content, ...rest } = skillsOf(answer).get('query-plans') ?? {};
    expect(rest).toEqual({
      skill_id: 'query-plans',
      name: 'Reading query plans',
      description: 'How to read the plan of a query and find the step that takes the time. For PostgreSQL.',
      content_type: 'text/markdown',
      resources: [
        {
          uri: 'https://www.postgresql.org/docs/current/using-explain.html',
          type: 'text/html',
          description: 'The manual on EXPLAIN',
        },
        {
          uri: '/manglecp/skills/query-plans',
          type: 'text/markdown',
          description: 'the whole text of this skill',
        },
      ],
      'x-content': 'summary',
    });
    expect(content).toBe('How to read the plan of a query and find the step that takes the time.');
    expect(timesIn(answer, textOf('query-plans'))).toBe(1);
    const references = ['explain_query', 'advise_index'].map((tool) => referencesOf(answer, tool).get('query-plans'));
    expect(references.map((each) => each?.inline).sort()).toEqual([false, true]);
    expect(references.find((each) => each?.inline)?.content).toBe(textOf('query-plans'));
    expect(references.find((each) => each?.inline === false)).toEqual({
      skill_id: 'query-plans',
      inline: false,
      'x-uri': '/manglecp/skills/query-plans',
    });
  });

  verifies(
    ['MACRO-027', 'MACRO-028'],
    'of a large skill there is a sentence, and where the text is',
    async ({ connect }) => {
      const answer = await (await connect(skilled)).ask(tune(verySlow));
      expect(referencesOf(answer, 'advise_index').get('index-handbook')).toEqual({
        skill_id: 'index-handbook',
        inline: false,
        'x-uri': '/manglecp/skills/index-handbook',
      });
      expect(skillsOf(answer).get('index-handbook')).toMatchObject({
        content: 'When an index helps and what it costs.',
        resources: [{ uri: '/manglecp/skills/index-handbook', type: 'text/markdown' }],
      });
      expect(answer.text).not.toContain('Equality first');
    },
  );

  verifies(['MACRO-025'], 'a skill whose gate is closed is not there', async ({ connect }) => {
    const peer = await connect(skilled);
    const closed = await peer.ask(tune(slow));
    expect([...skillsOf(closed).keys()]).toEqual(['query-plans']);
    expect(closed.text).not.toContain('lock-advice');
    const open = await peer.ask(tune(slow, { pred: 'lock_wait', args: ['orders'] }));
    expect([...skillsOf(open).keys()]).toEqual(['lock-advice', 'query-plans']);
  });

  verifies(['MACRO-025'], 'nor is the skill of a tool that is not in the answer', async ({ connect }) => {
    const answer = await (await connect(skilled)).ask(tune());
    expect(skillsOf(answer).size).toBe(0);
    expect(answer.text).not.toContain('rebuild-guide');
    expect(answer.text).not.toContain('Friday');
  });

  verifies(
    ['MACRO-025', 'SEC-040'],
    'an id that no folder has is left out, and told to the operator once, without what the client sent',
    async ({ fresh }) => {
      const subject = await fresh(skilled);
      const peer = await subject.connect();
      for (const wanted of ['no-such-skill', '../../policy.mg', '__proto__', 'no-such-skill', '']) {
        const answer = await peer.ask(tune(slow, { pred: 'wanted_skill', args: [wanted] }));
        expect([...skillsOf(answer).keys()]).toEqual(['query-plans']);
      }
      await until(() => subject.log().includes('does not have'));
      expect(subject.log().split('does not have').length).toBe(2);
      expect(subject.log()).not.toMatch(/no-such-skill|policy\.mg/);
    },
  );

  const upgrade = (id: string): object => ({ pred: 'disclosure_upgrade', args: [`skill:${id}`] });

  verifies(['MACRO-029'], 'a skill that was issued can be asked for in full', async ({ fresh }) => {
    const peer = await (await fresh(skilled)).connect();
    await peer.ask(tune(verySlow));
    const answer = await peer.ask(tune(verySlow, upgrade('index-handbook')));
    expect(referencesOf(answer, 'advise_index').get('index-handbook')).toEqual({
      skill_id: 'index-handbook',
      inline: true,
      content: textOf('index-handbook'),
    });
    expect(timesIn(answer, textOf('index-handbook'))).toBe(1);
  });

  verifies(
    ['MACRO-025', 'MACRO-029'],
    'a skill that was not issued is not, whether it exists or not',
    async ({ fresh }) => {
      const peer = await (await fresh(skilled)).connect();
      const plain = await peer.ask(tune(slow));
      for (const id of ['index-handbook', 'lock-advice', 'rebuild-guide', 'nothing', '', '../policy.mg']) {
        const answer = await peer.ask(tune(slow, upgrade(id)));
        expect(skillsOf(answer)).toEqual(skillsOf(plain));
        expect(answer.text).not.toMatch(/Equality first|Find who holds|Friday/);
      }
      // Issued now, but asked for before.
      const early = await (await fresh(skilled)).connect();
      const first = await early.ask(tune(verySlow, upgrade('index-handbook')));
      expect(referencesOf(first, 'advise_index').get('index-handbook')?.inline).toBe(false);
    },
  );

  verifies(['MACRO-025'], 'a skill that was issued is not there when no rule asks for it', async ({ fresh }) => {
    const peer = await (await fresh(skilled)).connect();
    await peer.ask(tune(verySlow));
    const answer = await peer.ask(tune(slow, upgrade('index-handbook')));
    expect([...skillsOf(answer).keys()]).toEqual(['query-plans']);
    expect(answer.text).not.toContain('Equality first');
  });
});

overTransports('a skill that is fetched', (verifies) => {
  const onHttp = { on: ['http'] } as const;

  verifies(
    ['MACRO-024', 'MACRO-029'],
    'comes from the address that was told, as an object or as its text',
    async ({ fresh }) => {
      const subject = await fresh(skilled);
      const { url = '' } = subject;
      const answer = await (await subject.connect()).ask(tune(verySlow));
      const [resource] = skillsOf(answer).get('index-handbook')?.resources ?? [];
      const response = await fetch(new URL(resource?.uri ?? '', url));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(await response.json()).toEqual({
        skill_id: 'index-handbook',
        name: 'Handbook of indexes',
        description: 'Which index helps which query, what it costs, and how to tell. A long text for thorough work.',
        content: textOf('index-handbook'),
        'x-content': 'full',
        content_type: 'text/markdown',
      });
      const cases: readonly [string, string][] = [
        ['*/*', 'application/json'],
        ['application/json, text/markdown', 'application/json'],
        ['text/markdown', 'text/markdown'],
        ['text/*', 'text/markdown'],
        ['text/markdown, */*;q=0.5', 'text/markdown'],
        ['text/html, application/xhtml+xml, */*;q=0.8', 'application/json'],
      ];
      for (const [accept, type] of cases) {
        const { status, body, headers } = await fetchSkill(url, 'index-handbook', { accept });
        expect([accept, status, headers.get('content-type')]).toEqual([accept, 200, `${type}; charset=utf-8`]);
        if (type === 'text/markdown') expect(body).toBe(textOf('index-handbook'));
        expect(headers.get('x-content-type-options')).toBe('nosniff');
      }
      const neither = await fetchSkill(url, 'index-handbook', { accept: 'image/png' });
      expect(neither.status).toBe(400);
      expect(JSON.parse(neither.body)).toMatchObject({ payload: { details: { reason: 'accept' } } });
    },
    onHttp,
  );

  verifies(
    ['MACRO-029', 'SEC-025', 'SEC-028'],
    'was issued to who asks; everything else is the same 404',
    async ({ fresh }) => {
      const subject = await fresh({ ...skilled, config: { auth: people } });
      const { url = '' } = subject;
      const unknown = await fetchSkill(url, 'nothing');
      expect(unknown.status).toBe(404);
      expect(JSON.parse(unknown.body)).toMatchObject({ type: 'error', id: null, payload: { code: 'x-not_found' } });
      const expectUnknown = async (id: string, headers: Record<string, string> = {}): Promise<void> => {
        const { status, body } = await fetchSkill(url, id, headers);
        expect([id, status, body]).toEqual([id, unknown.status, unknown.body]);
      };
      const clerk = { authorization: `Bearer ${secrets.clerk}` };
      const auditor = { authorization: `Bearer ${secrets.auditor}` };
      await expectUnknown('index-handbook', clerk);
      const peer = await subject.connect();
      await logIn(peer, 'clerk');
      await peer.ask(tune(verySlow));
      expect((await fetchSkill(url, 'index-handbook', clerk)).status).toBe(200);
      expect((await fetchSkill(url, 'index%2Dhandbook', clerk)).status).toBe(200);
      await expectUnknown('index-handbook');
      await expectUnknown('index-handbook', auditor);
      await expectUnknown('lock-advice', clerk);
      const odd = [
        'INDEX-HANDBOOK',
        'index-handbook%00',
        'index-handbook%2FSKILL.md',
        '*',
        '%2e%2e%2fpolicy.mg',
        '__proto__',
      ];
      for (const id of odd) await expectUnknown(id, clerk);
      await expectUnknown('index-handbook%20', { ...clerk, accept: 'text/markdown' });
    },
    onHttp,
  );

  verifies(
    ['MACRO-029'],
    'is not asked for with other methods, and HEAD tells what GET would',
    async ({ fresh }) => {
      const subject = await fresh(skilled);
      const { url = '' } = subject;
      const peer = await subject.connect();
      await peer.ask(tune(verySlow));
      for (const [id, status] of [
        ['index-handbook', 200],
        ['nothing', 404],
      ] as const) {
        const response = await fetch(`${url}/manglecp/skills/${id}`, { method: 'HEAD' });
        expect([id, response.status]).toEqual([id, status]);
        for (const method of ['POST', 'PUT', 'DELETE']) {
          const refused = await fetch(`${url}/manglecp/skills/${id}`, { method });
          expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET']);
        }
      }
      const connection = await openRawHttp(url);
      for (const at of ['/manglecp/skills', '/manglecp/skills/', '/manglecp/skills//', '/manglecp/skills/a/b']) {
        expect([at, (await connection.ask('GET', at)).status]).toEqual([at, 404]);
      }
      expect((await connection.ask('GET', '/manglecp/skills/%zz')).status).toBe(400);
      expect((await connection.ask('GET', `/manglecp/skills/${'a'.repeat(3000)}`)).status).toBe(404);
      connection.destroy();
    },
    onHttp,
  );

  verifies(
    ['MACRO-029'],
    'is not lost to what others are issued',
    async ({ fresh }) => {
      // No text is sent at once, so that every skill is issued; there is room for three.
      const config = { auth: people, tools: { store_max: 3 }, skills: { inline_max_tokens: 0 } };
      const subject = await fresh({ ...skilled, config });
      const { url = '' } = subject;
      const own = await subject.connect();
      await logIn(own, 'clerk');
      await own.ask(tune(slow));
      const other = await subject.connect();
      const lockWait = { pred: 'lock_wait', args: ['orders'] };
      expect([...skillsOf(await other.ask(tune(verySlow, lockWait))).keys()]).toHaveLength(3);
      const clerk = { authorization: `Bearer ${secrets.clerk}` };
      expect((await fetchSkill(url, 'query-plans', clerk)).status).toBe(200);
    },
    onHttp,
  );

  verifies(
    ['MACRO-029'],
    'can be had for as long as the tools that need it',
    async ({ fresh }) => {
      let nowMs = 1_700_000_000_000;
      const subject = await fresh({ ...skilled, config: { tools: { lifetime_s: 60 } }, clock: () => nowMs });
      const { url = '' } = subject;
      const peer = await subject.connect();
      await peer.ask(tune(verySlow));
      nowMs += 59_999;
      expect((await fetchSkill(url, 'index-handbook')).status).toBe(200);
      nowMs += 1;
      expect((await fetchSkill(url, 'index-handbook')).status).toBe(404);
    },
    onHttp,
  );

  verifies(
    ['MACRO-029', 'ERR-028'],
    'is asked for like everything else: credentials, readiness, rate, in this order',
    async ({ fresh }) => {
      const codeOf = ({ body }: Fetched): unknown =>
        (JSON.parse(body) as { readonly payload: { readonly code: string } }).payload.code;
      const required = { auth: { ...people, required: true }, rate: { per_minute: 2 } };
      const nowMs = Date.now();
      const booting = await fresh({ ...skilled, config: required, isBooting: true, clock: () => nowMs });
      const good = { authorization: `Bearer ${secrets.clerk}` };
      const bad = { authorization: 'Bearer nobody' };
      const [none, wrong, early] = await Promise.all(
        [{}, bad, good].map((headers) => fetchSkill(booting.url ?? '', 'nothing', headers)),
      );
      expect([none, wrong, early].map((each) => each && [each.status, codeOf(each)])).toEqual([
        [401, 'auth_required'],
        [401, 'auth_invalid'],
        [503, 'server_not_ready'],
      ]);
      expect(none?.headers.get('www-authenticate')).toBe('Bearer');
      expect(early?.headers.get('retry-after')).toBe('1');
      const { url = '' } = await fresh({ ...skilled, config: required, clock: () => nowMs });
      const codes = [];
      for (let count = 0; count < 3; count += 1) codes.push(codeOf(await fetchSkill(url, 'nothing', good)));
      expect(codes).toEqual(['x-not_found', 'x-not_found', 'rate_limited']);
      const limited = await fetchSkill(url, 'nothing', good);
      expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '30']);
      expect(codeOf(await fetchSkill(url, 'nothing', bad))).toBe('auth_invalid');
    },
    onHttp,
  );
});

let changing: PackCopy;
beforeAll(() => {
  changing = copyPack('skilled');
});
afterAll(() => changing.dispose());

overTransports('a skill that changes', (verifies) => {
  verifies(['MACRO-029', 'ARCH-009'], 'is sent as it is now', async ({ transport, fresh }) => {
    const subject = await fresh({ pack: changing.folder, isWatched: true });
    const peer = await subject.connect();
    const text = `Version of ${transport} ${newId()}.`;
    const file = 'skills/lock-advice/SKILL.md';
    changing.write(file, changing.read(file).replace(/\n[^\n]*\n$/, `\n${text}\n`));
    const ask = (): Promise<Answer> => peer.ask(tune(slow, { pred: 'lock_wait', args: ['orders'] }));
    await until(async () => (await ask()).text.includes(text));
    if (subject.url === undefined) return;
    expect((await fetchSkill(subject.url, 'lock-advice', { accept: 'text/markdown' })).body).toBe(text);
  });

  verifies(
    ['MACRO-029'],
    'that is taken away cannot be fetched any more',
    async ({ fresh }) => {
      const copy = copyPack('skilled');
      const subject = await fresh({ pack: copy.folder, isWatched: true });
      const { url = '' } = subject;
      const peer = await subject.connect();
      await peer.ask(tune(verySlow));
      expect((await fetchSkill(url, 'index-handbook')).status).toBe(200);
      copy.remove('skills/index-handbook');
      await until(async () => !skillsOf(await peer.ask(tune(verySlow))).has('index-handbook'));
      expect((await fetchSkill(url, 'index-handbook')).status).toBe(404);
      copy.dispose();
    },
    { on: ['http'] },
  );
});
