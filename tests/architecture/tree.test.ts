import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkArrows } from './arrows.ts'
import { checkEscapes, checkFileLengths, checkFunctionLengths } from './budgets.ts'
import { checkCycles } from './cycles.ts'
import { checkDirection, checkDirectionOfCss } from './direction.ts'
import { checkConsole, checkLeftOutTests, checkNotes } from './leftovers.ts'
import { checkBarrels, checkNames } from './names.ts'
import { NUMBER_HOMES } from './number-homes.ts'
import { checkNumbers } from './numbers.ts'
import { filesUnder, ROOT, readTree } from './read-tree.ts'
import { type Complaint, show } from './source-file.ts'
import { checkTimeless } from './timeless.ts'
import { checkTopLevel } from './top-level.ts'

const SOURCES = readTree(['src', 'sw'])
const PRODUCT = SOURCES.filter(({ path }) => !path.startsWith('src/scripts/'))
const CLIENT = PRODUCT.filter(({ path }) => path.startsWith('src/client/'))
const TESTS = readTree(['tests'])
const EVERYTHING = [...SOURCES, ...TESTS]

function expectNone(complaints: Complaint[]) {
  expect(complaints.map(show)).toEqual([])
}

describe('the house', () => {
  test('rooms import along their arrows', () => expectNone(checkArrows(SOURCES)))
  test('no files import each other in a circle', () => expectNone(checkCycles(EVERYTHING)))
  test('names say what is inside', () => expectNone(checkNames(EVERYTHING)))
  test('nobody only passes on', () => expectNone(checkBarrels(EVERYTHING)))
  test('the top level holds what was agreed', () => {
    const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8')
      .split('\n')
      .map((line) => line.replace(/\/$/, ''))
    expect(checkTopLevel(readdirSync(ROOT), new Set(ignored))).toEqual([])
  })
})

describe('budgets', () => {
  test('files are short', () => expectNone(checkFileLengths(EVERYTHING)))
  test('functions are short', () => expectNone(checkFunctionLengths(EVERYTHING)))
  test('the types are rarely escaped', () => expectNone(checkEscapes(PRODUCT)))
})

describe('habits', () => {
  test('styling knows start and end, not left and right', () => {
    // The locales hold words, and a word may be called `left`.
    expectNone(checkDirection(CLIENT.filter(({ path }) => !path.startsWith('src/client/locales/'))))
    const sheets = filesUnder('src/client').filter((path) => path.endsWith('.css'))
    expectNone(sheets.flatMap((path) => checkDirectionOfCss({ path, text: readFileSync(join(ROOT, path), 'utf8') })))
  })
  test('numbers are read and written in their homes', () => {
    expectNone(
      checkNumbers(
        PRODUCT,
        NUMBER_HOMES.map(({ file }) => file),
      ),
    )
  })
  test('domain and engine know no clock, no chance and no world', () => expectNone(checkTimeless(PRODUCT)))
  test('no notes to oneself are left', () => expectNone(checkNotes(EVERYTHING)))
  test('nothing prints to the console', () => expectNone(checkConsole(PRODUCT)))
  test('no test is left out or runs alone', () => {
    // What lies in tests/setup may leave a whole suite out for want of a server; the runner then tells the reason.
    expectNone(checkLeftOutTests(TESTS.filter(({ path }) => /\.test\.tsx?$/.test(path))))
  })
})
