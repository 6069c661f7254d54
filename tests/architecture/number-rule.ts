import type { Argument } from 'oxc-parser'
import { NUMBER_HOMES } from './number-homes.ts'
import { at, eachFile, type Rule } from './rule.ts'
import { type SourceFile, visit } from './source-file.ts'

const HOMES = new Set(NUMBER_HOMES.map(({ file }) => file))
const PARSERS = /^(parseFloat|parseInt)$/
const FORMATTERS = /^(toFixed|toPrecision|toExponential)$/
// TypeScript accepts these operators for numbers and bigints only, so their result is never text.
const ARITHMETIC = /^(-|\*|\/|%|\*\*|<<|>>|>>>|&|\||\^)$/

const PRODUCT = /^(src\/(?!scripts\/)|sw\/)/

export const NUMBER_RULE: Rule = {
  name: 'numbers are read from text, and written, in their homes',
  covers: PRODUCT,
  check: eachFile((file, find) => {
    if (!HOMES.has(file.path)) findConversions(file, find)
  }),
  wrong: at(
    'src/client/ui/a.tsx',
    ...['parseFloat(text)', 'Number.parseInt(text, 10)', 'Number(text)', 'BigInt(text)', 'BigInt(a + b)', '+text'],
    ...['price.toFixed(2)', 'texts.map(Number)'],
  ),
  right: [
    ...at('src/domain/a.ts', 'BigInt(3)', 'BigInt(a - 1)', 'BigInt(list.length)', 'BigInt(Date.now())', '-value', '+1'),
    ...at('src/domain/a.ts', 'Number.MAX_SAFE_INTEGER'),
    ...at('src/domain/decimal.ts', 'BigInt(text)'),
  ],
}

export const NUMBER_HOMES_RULE: Rule = {
  name: 'every home of numbers is there and converts some',
  covers: PRODUCT,
  check(files, find) {
    for (const home of HOMES) {
      const file = files.find(({ path }) => path === home)
      let conversions = 0
      if (file) findConversions(file, () => (conversions += 1))
      const [first] = files
      if (first && conversions === 0) find(file ?? first, 0, `${home} needs no place in number-homes.ts`)
    }
  },
  wrong: at('src/domain/decimal.ts', 'export const a = 1'),
  right: [Object.fromEntries([...HOMES].map((home) => [home, 'BigInt(text)']))],
}

function findConversions(file: SourceFile, find: (offset: number, text: string) => void): void {
  visit(file, {
    CallExpression({ callee, arguments: given, start }) {
      const named = callee.type === 'MemberExpression' ? callee.property : callee
      const name = named.type === 'Identifier' ? named.name : ''
      const [argument] = given
      if (PARSERS.test(name) || FORMATTERS.test(name)) find(start, `${name}(…)`)
      if (callee.type === 'Identifier' && argument) {
        if (name === 'Number') find(start, 'Number(…)')
        if (name === 'BigInt' && !isNumber(argument)) find(start, 'BigInt(…) of what may be text')
      }
      for (const each of given) {
        if (each.type === 'Identifier' && /^(Number|parseFloat|parseInt)$/.test(each.name))
          find(each.start, `${each.name} as a function`)
      }
    },
    UnaryExpression({ operator, argument, start }) {
      if (operator === '+' && !isNumber(argument)) find(start, 'unary plus')
    },
  })
}

function isNumber(node: Argument): boolean {
  if (node.type === 'Literal') return typeof node.value === 'number'
  if (node.type === 'BinaryExpression') {
    return ARITHMETIC.test(node.operator) || (node.operator === '+' && isNumber(node.left) && isNumber(node.right))
  }
  const member = node.type === 'CallExpression' ? node.callee : node
  if (member.type !== 'MemberExpression' || member.property.type !== 'Identifier') return false
  if (member === node) return /^(length|size)$/.test(member.property.name)
  const { object } = member
  return (
    /^(now|getTime|valueOf)$/.test(member.property.name) || (object.type === 'Identifier' && object.name === 'Math')
  )
}
