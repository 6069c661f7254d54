import type { Argument, CallExpression } from 'oxc-parser'
import { type Complaint, complain, type SourceFile, visit } from './source-file.ts'

const PARSERS = /^(parseFloat|parseInt)$/
const FORMATTERS = /^(toFixed|toPrecision|toExponential)$/
// TypeScript gives these to numbers and bigints only, so what they make is no text.
const ARITHMETIC = /^(-|\*|\/|%|\*\*|<<|>>|>>>|&|\||\^)$/

/** Parsing and printing of numbers outside the homes: `homes` are paths. */
export function checkNumbers(files: SourceFile[], homes: string[]): Complaint[] {
  return files.filter(({ path }) => !homes.includes(path)).flatMap(findConversions)
}

export function findConversions(file: SourceFile): Complaint[] {
  const complaints: Complaint[] = []
  const tell = (offset: number, what: string) =>
    complaints.push(complain(file, offset, `${what}: numbers are read and written in the decimal homes only`))
  visit(file, {
    CallExpression(call) {
      const name = calledName(call)
      const [argument] = call.arguments
      if (PARSERS.test(name) || FORMATTERS.test(name)) tell(call.start, `${name}(…)`)
      if (call.callee.type === 'Identifier') {
        if (name === 'Number' && argument) tell(call.start, 'Number(…)')
        if (name === 'BigInt' && argument && !isNumber(argument)) tell(call.start, 'BigInt(…) of what may be text')
      }
      for (const each of call.arguments) {
        if (each.type === 'Identifier' && (each.name === 'Number' || PARSERS.test(each.name))) {
          tell(each.start, `${each.name} as a function`)
        }
      }
    },
    UnaryExpression({ operator, argument, start }) {
      if (operator === '+' && !isNumber(argument)) tell(start, 'unary plus')
    },
  })
  return complaints
}

function calledName({ callee }: CallExpression): string {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : ''
}

function isNumber(node: Argument): boolean {
  if (node.type === 'Literal') return typeof node.value === 'number'
  if (node.type === 'BinaryExpression') {
    if (ARITHMETIC.test(node.operator)) return true
    return node.operator === '+' && isNumber(node.left) && isNumber(node.right)
  }
  if (node.type === 'MemberExpression')
    return node.property.type === 'Identifier' && /^(length|size)$/.test(node.property.name)
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { object, property } = node.callee
  const isClock = property.type === 'Identifier' && /^(now|getTime|valueOf)$/.test(property.name)
  return isClock || (object.type === 'Identifier' && object.name === 'Math')
}
