import { at, eachFile, type Rule } from './rule.ts'
import { visit } from './source-file.ts'

const PHYSICAL_NAME =
  /^(m[lr]|p[lr]|left|right|(margin|padding|scrollMargin|scrollPadding)(Left|Right)|border(Top|Bottom)?(Left|Right)(Color|Width|Style|Radius)?|rounded(Top|Bottom)?(Left|Right))$/
const PHYSICAL_VALUE_OF = /^(textAlign|float|clear|captionSide)$/

/** Physical left and right stay in place when Persian mirrors the page. */
export const DIRECTION_RULE: Rule = {
  name: 'styling knows start and end, not left and right',
  // The locales hold words, and a word may be called `left`.
  covers: /^src\/client\/(?!locales\/)/,
  check: eachFile((file, find) => {
    const check = (name: unknown, value: unknown, offset: number) => {
      if (typeof name !== 'string') return
      if (PHYSICAL_NAME.test(name)) find(offset, `styles by the physical ${name}`)
      if (PHYSICAL_VALUE_OF.test(name) && (value === 'left' || value === 'right'))
        find(offset, `styles by ${name} ${value}`)
    }
    const drawings = new Set<string>()
    visit(file, {
      ImportDeclaration({ source, specifiers }) {
        // Coordinates in a drawing are physical by nature; a drawing is not mirrored.
        if (source.value.startsWith('@visx/')) for (const { local } of specifiers) drawings.add(local.name)
      },
      JSXOpeningElement({ name: element, attributes }) {
        if (element.type === 'JSXIdentifier' && drawings.has(element.name)) return
        for (const attribute of attributes) {
          if (attribute.type !== 'JSXAttribute') continue
          const { name, value, start } = attribute
          check(name.name, literal(value?.type === 'JSXExpressionContainer' ? value.expression : value), start)
        }
      },
      Property({ key, value, start, computed, shorthand }) {
        if (!computed && !shorthand) check('name' in key ? key.name : literal(key), literal(value), start)
      },
    })
  }),
  wrong: at(
    'src/client/ui/a.tsx',
    'const a = <Box ml="2" />',
    'const a = <Box paddingRight={2} />',
    'const a = <Text textAlign="right" />',
    "const a = <Text textAlign={'left'} />",
    'const a = { marginLeft: 1 }',
    "const a = { 'left': 0 }",
    "const a = { float: 'right' }",
    'const a = <Box roundedTopLeft="sm" />',
    'const a = { borderRightWidth: 1 }',
    "import { Group } from '@visx/group'\nconst a = <Box left={2} />",
  ),
  right: at(
    'src/client/ui/a.tsx',
    "import { Group } from '@visx/group'\nconst a = <Group left={2} />",
    'const a = <Box ms="2" pe="1" textAlign="start" style={{ insetInlineStart: 0 }} />',
  ),
}

function literal(node: object | null | undefined): unknown {
  return node && 'value' in node ? node.value : undefined
}

const PHYSICAL_CSS =
  /(^|[\s;{"])((margin|padding|border)(-(top|bottom))?-(left|right)|left|right|(text-align|float|clear)\s*:\s*(left|right))\b[\w-]*\s*(:|;|$|!)/m

/** Finds the same in a style sheet. Returns lines counted from 1. */
export function physicalLinesOfCss(text: string): number[] {
  return text.split('\n').flatMap((line, index) => (PHYSICAL_CSS.test(line) ? [index + 1] : []))
}
