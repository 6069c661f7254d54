import type { CallExpression } from 'oxc-parser'
import { type Complaint, complain, lineAt, type SourceFile, visit } from './source-file.ts'

const FILE_LINES_MAX = 300
const FUNCTION_LINES_MAX = 70
/** `any`, `as` and `!`, over the whole tree. */
const ESCAPES_PER_1000_LINES_MAX = 1

export function checkFileLengths(files: SourceFile[]): Complaint[] {
  return files
    .filter(({ lines }) => lines > FILE_LINES_MAX)
    .map((file) => complain(file, file.text.length, `has ${file.lines} lines; ${FILE_LINES_MAX} at most`))
}

/** Functions that are too long. One that only holds tests, as `describe` is given, is a chapter and may be longer. */
export function checkFunctionLengths(files: SourceFile[]): Complaint[] {
  return files.flatMap((file) => {
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
    return functions.flatMap((each) => {
      const lines = lineAt(file.text, each.end) - lineAt(file.text, each.start) + 1
      const isChapter = tests.some((test) => each.start < test.start && test.end < each.end)
      if (lines <= FUNCTION_LINES_MAX || isChapter) return []
      return [complain(file, each.start, `has a function of ${lines} lines; ${FUNCTION_LINES_MAX} at most`)]
    })
  })
}

type Span = { start: number; end: number }

// `test(…)`, `it.each(…)(…)`, `test.skipIf(…)(…)`
function isTest({ callee }: CallExpression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'it'
  if (callee.type === 'CallExpression') return isTest(callee)
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false
  return callee.object.name === 'test' || callee.object.name === 'it'
}

/** All escapes from the types, where there are more of them than the budget allows for so many lines. */
export function checkEscapes(files: SourceFile[]): Complaint[] {
  const escapes = files.flatMap(findEscapes)
  const lines = files.reduce((sum, file) => sum + file.lines, 0)
  return escapes.length * 1000 > lines * ESCAPES_PER_1000_LINES_MAX ? escapes : []
}

/** `as const` narrows without lying, so it is free. */
export function findEscapes(file: SourceFile): Complaint[] {
  const escapes: Complaint[] = []
  const tell = (offset: number, how: string) => escapes.push(complain(file, offset, `escapes the types by ${how}`))
  visit(file, {
    TSAnyKeyword({ start }) {
      tell(start, '`any`')
    },
    TSAsExpression({ end, typeAnnotation: type }) {
      const isConst =
        type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const'
      if (!isConst) tell(end, '`as`')
    },
    TSTypeAssertion({ start }) {
      tell(start, '`<…>`')
    },
    TSNonNullExpression({ end }) {
      tell(end, '`!`')
    },
    VariableDeclarator({ definite, start }) {
      if (definite) tell(start, '`!:`')
    },
    PropertyDefinition({ definite, start }) {
      if (definite) tell(start, '`!:`')
    },
  })
  return escapes
}
