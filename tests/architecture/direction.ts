import { type Complaint, complain, type SourceFile, visit } from './source-file.ts'

const PHYSICAL_NAME =
  /^(m[lr]|p[lr]|left|right|(margin|padding|scrollMargin|scrollPadding)(Left|Right)|border(Top|Bottom)?(Left|Right)(Color|Width|Style|Radius)?|rounded(Top|Bottom)?(Left|Right))$/
const PHYSICAL_VALUE_OF = /^(textAlign|float|clear|captionSide)$/
const PHYSICAL_CSS =
  /(^|[\s;{"])((margin|padding|border)(-(top|bottom))?-(left|right)|left|right|(text-align|float|clear)\s*:\s*(left|right))\b[\w-]*\s*(:|;|$|!)/m

/** Styling by left and right, which stays where it is when Persian turns the page around. */
export function checkDirection(files: SourceFile[]): Complaint[] {
  return files.flatMap((file) => {
    const complaints: Complaint[] = []
    const judge = (name: string | undefined, value: unknown, offset: number) => {
      if (!name) return
      if (PHYSICAL_NAME.test(name)) {
        complaints.push(complain(file, offset, `styles by the physical \`${name}\`; say start or end`))
      } else if (PHYSICAL_VALUE_OF.test(name) && (value === 'left' || value === 'right')) {
        complaints.push(complain(file, offset, `styles by the physical ${name} "${value}"; say start or end`))
      }
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
          if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') continue
          const { value } = attribute
          const text = value?.type === 'JSXExpressionContainer' ? value.expression : value
          judge(attribute.name.name, literal(text), attribute.start)
        }
      },
      Property({ key, value, start, computed, shorthand }) {
        if (!computed && !shorthand) judge(nameOf(key), literal(value), start)
      },
    })
    return complaints
  })
}

/** The same in a style sheet, line by line. */
export function checkDirectionOfCss({ path, text }: { path: string; text: string }): Complaint[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      PHYSICAL_CSS.test(line) ? [{ path, line: index + 1, text: 'styles by left or right; say start or end' }] : [],
    )
}

function nameOf(key: { type: string; name?: unknown; value?: unknown }): string | undefined {
  if (typeof key.name === 'string') return key.name
  return typeof key.value === 'string' ? key.value : undefined
}

function literal(node: object | null | undefined): unknown {
  return node && 'value' in node ? node.value : undefined
}
