import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BUDGET_RULES } from './budget-rules.ts'
import { DIRECTION_RULE, physicalLinesOfCss } from './direction-rule.ts'
import { ENGINE_RULE } from './engine-rule.ts'
import { GRAIN_RULES } from './grain-rules.ts'
import { NUMBER_HOMES_RULE, NUMBER_RULE } from './number-rule.ts'
import { PATTERN_RULES } from './pattern-rules.ts'
import { ROOM_RULES } from './room-rules.ts'
import { breaches, type Rule, type Sample } from './rule.ts'
import { parseSource, ROOT, readTree } from './source-file.ts'
import { WORD_RULES } from './word-rules.ts'

const TREE = readTree(['src', 'sw', 'tests'])
const RULES: Rule[] = [
  ...ROOM_RULES,
  ...BUDGET_RULES,
  ...GRAIN_RULES,
  ...PATTERN_RULES,
  ...WORD_RULES,
  DIRECTION_RULE,
  ENGINE_RULE,
  NUMBER_RULE,
  NUMBER_HOMES_RULE,
]

const parsed = (sample: Sample) => Object.entries(sample).map(([path, text]) => parseSource(path, text))

describe.each(RULES)('$name', (rule) => {
  test('holds in the tree', () => expect(breaches(rule, TREE)).toEqual([]))

  // A rule that cannot fail guards nothing.
  test('fails where there is no file', () => expect(breaches(rule, [])).not.toEqual([]))
  test('fails on each sample that breaks it', () => {
    expect(rule.wrong.length).toBeGreaterThan(0)
    expect(rule.wrong.filter((sample) => breaches(rule, parsed(sample)).length === 0)).toEqual([])
  })
  test('lets the other samples pass', () => {
    expect(rule.right.flatMap((sample) => breaches(rule, parsed(sample)))).toEqual([])
  })
})

test('a breach names its file and line', () => {
  const [arrows] = ROOM_RULES
  const files = parsed({ 'src/domain/a.ts': "// first line\nimport { z } from 'zod'" })
  expect(arrows && breaches(arrows, files)).toEqual(['src/domain/a.ts:2 domain may not import zod'])
})

test('style sheets know start and end too', () => {
  const sheets = [
    'index.html',
    ...readdirSync(`${ROOT}src/client`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => `src/client/${name}`),
  ]
  const physical = sheets.map((path) => [path, physicalLinesOfCss(readFileSync(`${ROOT}${path}`, 'utf8'))])
  expect(physical).toEqual(sheets.map((path) => [path, []]))
  const sample = '.a {\n  margin-left: 1px;\n  margin-inline: 2px;\n  text-align: right;\n  left: 0;\n}\n'
  expect(physicalLinesOfCss(sample)).toEqual([2, 4, 5])
})

const TOP_LEVEL =
  /^(package(-lock)?\.json|tsconfig\.json|vite\.config\.ts|index\.html|README\.md|docs|src|public|sw|tests|\..*)$/

test('the top level holds what was agreed, and what git does not keep', () => {
  const ignored = readFileSync(`${ROOT}.gitignore`, 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, ''))
  const strangers = (names: string[]) => names.filter((name) => !TOP_LEVEL.test(name) && !ignored.includes(name))
  expect(strangers(readdirSync(ROOT))).toEqual([])
  expect(strangers(['src', 'package.json', '.ci', 'dist', 'scripts', 'jest.config.js'])).toEqual([
    'scripts',
    'jest.config.js',
  ])
})
