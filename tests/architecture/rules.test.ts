import { describe, expect, test } from 'vitest'
import { checkArrows } from './arrows.ts'
import { checkEscapes, checkFileLengths, checkFunctionLengths, findEscapes } from './budgets.ts'
import { checkCycles } from './cycles.ts'
import { checkDirection, checkDirectionOfCss } from './direction.ts'
import { checkConsole, checkLeftOutTests, checkNotes } from './leftovers.ts'
import { checkBarrels, checkNames } from './names.ts'
import { checkNumbers } from './numbers.ts'
import { parseSource, show } from './source-file.ts'
import { checkTimeless } from './timeless.ts'
import { checkTopLevel } from './top-level.ts'

// Each rule is shown what it must complain of, and what it must let pass. A rule that cannot fail guards nothing.

const source = (path: string, ...lines: string[]) => parseSource({ path, text: `${lines.join('\n')}\n` })
const shown = (complaints: Parameters<typeof show>[0][]) => complaints.map(show)

describe('arrows', () => {
  const wrong: [string, string][] = [
    ['src/domain/coin.ts', "import { z } from 'zod'"],
    ['src/domain/coin.ts', "import { readFile } from 'node:fs/promises'"],
    ['src/domain/coin.ts', "import type { Order } from '#contract/orders.ts'"],
    ['src/contract/orders.ts', "import { createElement } from 'react'"],
    ['src/contract/orders.ts', "export { placeOrder } from '#server/trading/place-order.ts'"],
    ['src/client/routes/login.tsx', "import { start } from '../app/router.ts'"],
    ['src/client/features/otc/form.tsx', "import { Book } from '../trade/book.tsx'"],
    ['src/client/features/otc/form.tsx', "const Book = await import('#client/features/trade/book.tsx')"],
    ['src/client/ui/button.tsx', "import type { Order } from '#contract/orders.ts'"],
    ['src/client/ui/button.tsx', "type Row = import('../features/otc/row.ts').Row"],
    ['src/client/lib/call-api.ts', "import { Button } from '../ui/button.tsx'"],
    ['src/server/trading/place-order.ts', "import { route } from '#server/http/route.ts'"],
    ['src/server/trading/routes.ts', "import { app } from '#server/http/app.ts'"],
    ['src/server/trading/place-order.ts', "import { login } from '#server/accounts/login.ts'"],
    ['src/server/accounts/sign-up.ts', "import { kavenegar } from '#server/providers/sms/kavenegar.ts'"],
    ['src/server/trading/place-order.ts', "import { apply } from '#server/engine/apply.ts'"],
    ['src/server/engine/apply.ts', "import { query } from '#server/store/query.ts'"],
    ['src/server/engine/apply.ts', "import { randomUUID } from 'node:crypto'"],
    ['src/server/exchange/commit.ts', "import { Body } from '#contract/orders.ts'"],
    ['src/server/store/rows.ts', "import { apply } from '#server/engine/apply.ts'"],
    ['src/server/store/open.ts', "new Worker(new URL('../engine/thread.ts', import.meta.url))"],
    ['src/server/providers/sms/kavenegar.ts', "import { jibit } from '../identity/jibit.ts'"],
    ['src/server/http/app.ts', "import { batch } from '#server/exchange/batch.ts'"],
    ['src/server/trading/from-engine.ts', "import type { Result } from '../engine/commands.ts'"],
    ['src/server/http/answer.ts', "import { DatabaseUnavailable } from '../store/database-unavailable.ts'"],
    ['sw/sw.ts', "import { call } from '#client/lib/call-api.ts'"],
    ['src/server/cellar/wine.ts', 'export const wine = 1'],
  ]
  test.each(wrong)('%s may not hold: %s', (path, line) => {
    expect(shown(checkArrows([source(path, '// first line', line)]))).toEqual([
      expect.stringMatching(path.includes('cellar') ? `${path}:1 lies in no room` : `${path}:2 .+ may not import `),
    ])
  })

  const right: [string, string][] = [
    ['src/domain/coin.ts', "import { amount } from './units.ts'"],
    ['src/contract/orders.ts', "import { z } from 'zod/mini'"],
    ['src/client/app/router.tsx', "import { Route } from '#client/routes/index.tsx'"],
    ['src/client/routes/index.tsx', "import { Widget } from '#client/features/otc/widget.tsx'"],
    ['src/client/features/otc/form.tsx', "import { Row } from './row.tsx'"],
    ['src/server/trading/routes.ts', "import { route } from '#server/http/route.ts'"],
    ['src/server/accounts/sign-up.ts', "import type { Sms } from '#server/providers/sms/sms.ts'"],
    ['src/server/main.ts', "import { kavenegar } from '#server/providers/sms/kavenegar.ts'"],
    ['src/server/exchange/commit.ts', "import { apply } from '#server/engine/apply.ts'"],
    ['sw/sw.ts', "import { WorkerMessage } from '#contract/worker.ts'"],
  ]
  test.each(right)('%s may hold: %s', (path, line) => {
    expect(checkArrows([source(path, line)])).toEqual([])
  })
})

test('a circle of three files is named once, with its way round', () => {
  const files = [
    source('src/domain/a.ts', "import './b.ts'"),
    source('src/domain/b.ts', '', "import type { C } from './c.ts'"),
    source('src/domain/c.ts', "export { a } from '#domain/a.ts'"),
    source('src/domain/d.ts', "import './a.ts'"),
  ]
  expect(shown(checkCycles(files))).toEqual([
    'src/domain/c.ts:1 closes a circle of imports: src/domain/a.ts → src/domain/b.ts → src/domain/c.ts → src/domain/a.ts',
  ])
})

describe('budgets', () => {
  test('a file of 300 lines passes, one more does not', () => {
    const lines = Array.from({ length: 300 }, () => '//')
    expect(checkFileLengths([source('src/domain/a.ts', ...lines)])).toEqual([])
    expect(shown(checkFileLengths([source('src/domain/a.ts', ...lines, '//')]))).toHaveLength(1)
  })

  test('a function of 70 lines passes, one more does not, whatever its kind', () => {
    const body = (lines: number) => Array.from({ length: lines - 2 }, () => '  //')
    for (const head of ['function f() {', 'const f = () => {', 'const o = { f() {', 'class A { f() {']) {
      const tail = head.startsWith('const o') || head.startsWith('class') ? '} }' : '}'
      expect(checkFunctionLengths([source('src/domain/a.ts', head, ...body(70), tail)])).toEqual([])
      const complaints = checkFunctionLengths([source('src/domain/a.ts', '', head, ...body(71), tail)])
      expect(shown(complaints)).toEqual(['src/domain/a.ts:2 has a function of 71 lines; 70 at most'])
    }
  })

  test('a chapter of tests may be long, a test may not', () => {
    const body = Array.from({ length: 80 }, () => '  //')
    const inside = "  test('b', () => {})"
    expect(checkFunctionLengths([source('tests/a.test.ts', "each('a', () => {", ...body, inside, '})')])).toEqual([])
    expect(checkFunctionLengths([source('tests/a.test.ts', "test('a', () => {", ...body, '})')])).toHaveLength(1)
  })

  test('escapes from the types are counted, and named when there are more than one in 1,000 lines', () => {
    const lines = ['const a: any = 1', 'const b = a as string', 'const c = b!', 'let d!: string', 'const e = <string>b']
    const file = source('src/domain/a.ts', ...lines)
    expect(findEscapes(file).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5])
    expect(findEscapes(source('src/domain/a.ts', 'const a = [1] as const', 'const b = a satisfies object'))).toEqual([])
    expect(findEscapes(source('src/domain/a.ts', "import { a as b } from './b.ts'", 'export { b as c }'))).toEqual([])
    const filler = source('src/domain/b.ts', ...Array.from({ length: 4_995 }, () => '//'))
    expect(checkEscapes([file, filler])).toEqual([])
    expect(checkEscapes([file])).toHaveLength(5)
  })
})

describe('direction', () => {
  test.each([
    'const a = <Box ml="2" />',
    'const a = <Box paddingRight={2} />',
    'const a = <Text textAlign="right" />',
    "const a = <Text textAlign={'left'} />",
    'const a = { marginLeft: 1 }',
    "const a = { 'left': 0 }",
    "const a = { float: 'right' }",
    'const a = <Box roundedTopLeft="sm" />',
    'const a = { borderRightWidth: 1 }',
  ])('physical: %s', (line) => {
    expect(shown(checkDirection([source('src/client/ui/a.tsx', line)]))).toEqual([
      expect.stringMatching(/^src\/client\/ui\/a\.tsx:1 styles by the physical/),
    ])
  })

  test('the coordinates of a drawing are physical by nature', () => {
    const lines = ["import { Group } from '@visx/group'", 'const a = <Group left={2} />', 'const b = <Box left={2} />']
    expect(checkDirection([source('src/client/ui/a.tsx', ...lines)]).map(({ line }) => line)).toEqual([3])
  })

  test('start and end pass', () => {
    const line = 'const a = <Box ms="2" pe="1" textAlign="start" style={{ insetInlineStart: 0 }} />'
    expect(checkDirection([source('src/client/ui/a.tsx', line)])).toEqual([])
  })

  test('a style sheet is read too', () => {
    const text = '.a {\n  margin-left: 1px;\n  margin-inline: 2px;\n  text-align: right;\n  left: 0;\n}\n'
    expect(checkDirectionOfCss({ path: 'a.css', text }).map(({ line }) => line)).toEqual([2, 4, 5])
  })
})

describe('numbers', () => {
  test.each([
    'parseFloat(text)',
    'Number.parseInt(text, 10)',
    'Number(text)',
    'BigInt(text)',
    'BigInt(a + b)',
    '+text',
    'price.toFixed(2)',
    'texts.map(Number)',
  ])('%s belongs to the homes', (line) => {
    const file = source('src/client/ui/a.tsx', '', `export const a = ${line}`)
    expect(shown(checkNumbers([file], []))).toEqual([expect.stringMatching(/^src\/client\/ui\/a\.tsx:2 /)])
    expect(checkNumbers([file], ['src/client/ui/a.tsx'])).toEqual([])
  })

  test.each([
    'BigInt(3)',
    'BigInt(a - 1)',
    'BigInt(list.length)',
    'BigInt(Date.now())',
    '-value',
    '+1',
    'Number.MAX_SAFE_INTEGER',
  ])('%s reads no text', (line) => {
    expect(checkNumbers([source('src/domain/a.ts', `export const a = ${line}`)], [])).toEqual([])
  })
})

describe('timeless rooms', () => {
  test.each(['Date.now()', 'new Date()', 'Math.random()', 'performance.now()', 'setTimeout(f, 1)', 'process.env.A'])(
    'the engine does not know %s',
    (line) => {
      expect(checkTimeless([source('src/server/engine/a.ts', `export const a = ${line}`)])).toHaveLength(1)
      expect(checkTimeless([source('src/server/exchange/a.ts', `export const a = ${line}`)])).toEqual([])
    },
  )

  test('a time that is given is welcome', () => {
    expect(checkTimeless([source('src/domain/a.ts', 'export const a = new Date(at).getTime()')])).toEqual([])
  })
})

describe('leftovers', () => {
  // Put together here, so that these lines do not complain of themselves.
  test.each(['TO' + 'DO later', 'FIX' + 'ME', 'X' + 'XX', '@ts-' + 'ignore'])('a comment that says %s', (text) => {
    expect(checkNotes([source('src/domain/a.ts', `// ${text}`)])).toHaveLength(1)
    expect(checkNotes([source('src/domain/a.ts', 'const a = 1', `/* fine`, ` * ${text} */`)])[0]?.line).toBe(3)
    expect(checkNotes([source('src/domain/a.ts', `const a = '${text}'`)])).toEqual([])
  })

  test('the console', () => {
    expect(checkConsole([source('sw/sw.ts', "console.info('up')")])).toHaveLength(1)
  })

  test.each(['test.only', 'it.skip', 'describe.todo', 'test.describe.only', 'test.fixme', 'it.fails'])('%s', (call) => {
    expect(checkLeftOutTests([source('tests/a.test.ts', `${call}('a', () => {})`)])).toHaveLength(1)
    expect(checkLeftOutTests([source('tests/a.test.ts', "describe.skipIf(!url)('a', () => {})")])).toEqual([])
  })
})

test('lumber rooms and barrels are turned away', () => {
  const lumber = [
    'src/client/utils/a.ts',
    'src/domain/helpers.ts',
    'src/client/hooks/use-a.ts',
    'src/server/common/a.ts',
  ]
  expect(checkNames(lumber.map((path) => source(path, 'export const a = 1')))).toHaveLength(lumber.length)
  expect(checkNames([source('src/client/lib/use-now.ts', 'export const a = 1')])).toEqual([])
  expect(
    checkBarrels([source('src/domain/index.ts', "export * from './a.ts'", "export { b } from './b.ts'")]),
  ).toHaveLength(1)
  expect(checkBarrels([source('src/domain/a.ts', "export * from './b.ts'", 'export const a = 1')])).toEqual([])
})

test('a stranger at the top level is named', () => {
  const entries = ['src', 'package.json', '.ci', 'dist', 'scripts', 'jest.config.js']
  expect(checkTopLevel(entries, new Set(['dist']))).toEqual(['scripts', 'jest.config.js'])
})
