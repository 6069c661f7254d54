import type { CallExpression } from 'oxc-parser'
import { at, eachFile, type Find, type Rule } from './rule.ts'
import { lineAt, type SourceFile, visit } from './source-file.ts'

const FILE_LINES_MAX = 300
const FUNCTION_LINES_MAX = 70
/** `any`, `as` and `!`, counted over the whole product. */
const ESCAPES_PER_1000_LINES_MAX = 1

const comments = (lines: number) => Array.from({ length: lines }, () => '//').join('\n')
const heads: [string, string][] = [
  ['function f() {', '}'],
  ['const f = () => {', '}'],
  ['const o = { f() {', '} }'],
  ['class A { f() {', '} }'],
]
const functionsOf = (lines: number) => heads.map(([head, tail]) => `${head}\n${comments(lines - 2)}\n${tail}`)

const shortFiles: Rule = {
  name: `files have ${FILE_LINES_MAX} lines at most`,
  covers: /./,
  check: eachFile(({ text, lines }, find) => {
    if (lines > FILE_LINES_MAX) find(text.length, `has ${lines} lines`)
  }),
  wrong: at('src/domain/a.ts', `${comments(301)}\n`),
  right: at('src/domain/a.ts', `${comments(300)}\n`),
}

const shortFunctions: Rule = {
  name: `functions have ${FUNCTION_LINES_MAX} lines at most, but for chapters of tests`,
  covers: /./,
  check: eachFile((file, find) => {
    const functions: Span[] = []
    const tests: Span[] = []
    const keep = (span: Span) => void functions.push(span)
    visit(file, {
      CallExpression(call) {
        if (isTest(call)) tests.push(call)
      },
      FunctionDeclaration: keep,
      FunctionExpression: keep,
      ArrowFunctionExpression: keep,
    })
    for (const { start, end } of functions) {
      const lines = lineAt(file.text, end) - lineAt(file.text, start) + 1
      // A function that only holds tests, such as the argument of `describe`.
      const isChapter = tests.some((test) => start < test.start && test.end < end)
      if (lines > FUNCTION_LINES_MAX && !isChapter) find(start, `has a function of ${lines} lines`)
    }
  }),
  wrong: [
    ...at('src/domain/a.ts', ...functionsOf(71)),
    ...at('tests/a.test.ts', `test('a', () => {\n${comments(80)}\n})`),
  ],
  right: [
    ...at('src/domain/a.ts', ...functionsOf(70)),
    ...at('tests/a.test.ts', `each('a', () => {\n${comments(80)}\ntest('b', () => {})\n})`),
  ],
}

type Span = { start: number; end: number }

// `test(…)`, `it.each(…)(…)`, `test.skipIf(…)(…)`
function isTest({ callee }: CallExpression): boolean {
  if (callee.type === 'CallExpression') return isTest(callee)
  const name = callee.type === 'MemberExpression' ? callee.object : callee
  return name.type === 'Identifier' && (name.name === 'test' || name.name === 'it')
}

const ESCAPES = [
  'const a: any = 1',
  'const b = a as string',
  'const c = b!',
  'let d!: string',
  'const e = <string>b',
  'class A { f!: string }',
]

const rareEscapes: Rule = {
  name: `the types are escaped ${ESCAPES_PER_1000_LINES_MAX} time in 1,000 lines at most`,
  covers: /^(src\/(?!scripts\/)|sw\/)/,
  check(files, find) {
    const escapes: Parameters<Find>[] = []
    for (const file of files)
      findEscapes(file, (offset, how) => escapes.push([file, offset, `escapes the types by ${how}`]))
    const lines = files.reduce((sum, file) => sum + file.lines, 0)
    if (escapes.length * 1000 > lines * ESCAPES_PER_1000_LINES_MAX) for (const each of escapes) find(...each)
  },
  wrong: at('src/domain/a.ts', ...ESCAPES, `${ESCAPES.join('\n')}\n${comments(5_990)}`),
  right: at(
    'src/domain/a.ts',
    // `as const` narrows a type without asserting anything.
    'const a = [1] as const\nconst b = a satisfies object',
    "import { a as b } from './b.ts'\nexport { b as c }",
    `${ESCAPES.join('\n')}\n${comments(5_994)}`,
  ),
}

function findEscapes(file: SourceFile, find: (offset: number, how: string) => void): void {
  const definite = ({ definite, start }: { definite?: boolean; start: number }) => {
    if (definite) find(start, '`!:`')
  }
  visit(file, {
    TSAnyKeyword({ start }) {
      find(start, '`any`')
    },
    TSAsExpression({ end, typeAnnotation: { start } }) {
      if (file.text.slice(start, end) !== 'const') find(end, '`as`')
    },
    TSTypeAssertion({ start }) {
      find(start, '`<…>`')
    },
    TSNonNullExpression({ end }) {
      find(end, '`!`')
    },
    VariableDeclarator: definite,
    PropertyDefinition: definite,
  })
}

export const BUDGET_RULES: Rule[] = [shortFiles, shortFunctions, rareEscapes]
