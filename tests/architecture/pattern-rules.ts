import { TIMELESS } from './rooms.ts'
import { at, eachFile, type Rule } from './rule.ts'

/** A rule that a regular expression over the code, or over the comments, checks. */
function patternRule({
  of,
  pattern,
  what,
  ...rest
}: Omit<Rule, 'check'> & { of: 'code' | 'comments'; pattern: RegExp; what: string }): Rule {
  const check = eachFile((file, find) => {
    for (const { index, 0: found } of file[of].matchAll(pattern)) find(index, `${what}: ${found}`)
  })
  return { ...rest, check }
}

const NOTES = ['TODO', 'FIXME', 'XXX', 'HACK', '@ts-ignore', '@ts-nocheck', 'biome-ignore', 'eslint-disable']
const LEFT_OUT = ['only', 'skip', 'todo', 'fixme', 'fails'].map((word) => `test.${word}`)
const CLOCKS =
  /(?<![\w.])(?:Date\.now\b|new Date\(\)|Math\.random\b|(?:performance|crypto|globalThis|process)\.\w+|(?:setTimeout|setInterval|setImmediate|queueMicrotask|fetch)\()/g

export const PATTERN_RULES: Rule[] = [
  patternRule({
    name: 'nothing prints to the console: the server has its log, the client its screen',
    covers: /^(src\/(?!scripts\/)|sw\/)/,
    of: 'code',
    pattern: /(?<![\w.])console\.\w+/g,
    what: 'prints',
    wrong: at('sw/sw.ts', "console.info('up')", 'const log = console.log'),
    right: at('sw/sw.ts', '// console.info', 'page.console.read()'),
  }),
  patternRule({
    name: 'no notes to oneself and no silenced checks are left',
    covers: /./,
    of: 'comments',
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b|@ts-(?:ignore|nocheck)|biome-ignore|eslint-disable/g,
    what: 'a leftover',
    wrong: NOTES.flatMap((note) => at('src/domain/a.ts', `// ${note} later`, `/* fine\n * ${note} */`)),
    right: at('src/domain/a.ts', `const a = '${NOTES[0]}'`, '// a hackney carriage'),
  }),
  patternRule({
    name: 'no test is left out or runs alone',
    // Files in tests/setup may skip a whole suite for want of a server; the runner then prints the reason.
    covers: /^tests\/.*\.test\.tsx?$/,
    of: 'code',
    pattern: /\b(?:test|it|describe|suite)(?:\.describe)?\.(?:only|skip|todo|fixme|fails)\b/g,
    what: 'a test left out or alone',
    wrong: [...LEFT_OUT, 'it.skip', 'describe.todo', 'test.describe.only'].flatMap((call) =>
      at('tests/a.test.ts', `${call}('a', () => {})`),
    ),
    right: at('tests/a.test.ts', "describe.skipIf(!url)('a', () => {})"),
  }),
  patternRule({
    name: 'a value in sessionStorage is a tabValue, which says whether a logout wipes it',
    covers: /^src\/client\/(?!lib\/tab-value\.ts$)/,
    of: 'code',
    pattern: /\bsessionStorage\b/g,
    what: 'stores by itself',
    wrong: at('src/client/features/a/a.ts', "sessionStorage.setItem('a', 'b')", 'Object.keys(window.sessionStorage)'),
    right: at('src/client/features/a/a.ts', "tabValue('a', z.string(), { wipedAtLogout: true })", '// sessionStorage'),
  }),
  patternRule({
    name: 'domain and engine know no clock, no chance and no world: their results follow from their arguments',
    covers: TIMELESS,
    of: 'code',
    pattern: CLOCKS,
    what: 'not an argument',
    wrong: at(
      'src/server/engine/a.ts',
      'Date.now()',
      'new Date()',
      'Math.random()',
      'performance.now()',
      'setTimeout(f, 1)',
      'fetch(url)',
      'process.env.A',
      'crypto.randomUUID()',
    ),
    right: at('src/domain/a.ts', 'new Date(at).getTime()', 'order.process.step()'),
  }),
]
