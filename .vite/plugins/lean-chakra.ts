import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ESTree, Plugin } from 'vite'

const PRESET = /@chakra-ui\/react\/dist\/esm\/preset-base\.js$/

/**
 * Drops from Chakra's preset the style props whose names appear nowhere in our sources: two thirds of them, 2.3 KB
 * gzipped. A name that is only written somewhere, even in a comment, stays; so nothing in use can go.
 */
export function leanChakra({ sources }: { readonly sources: string }): Plugin {
  return {
    name: 'kimia:lean-chakra',
    apply: 'build',
    transform: {
      filter: { id: PRESET },
      async handler(code) {
        const words = await wordsOf(sources)
        const utilities = findUtilities(this.parse(code).body)
        if (utilities === undefined) throw new Error('the preset of Chakra has no utilities where they were')
        const unused = utilities.properties.filter((property) => !namesOf(property).some((name) => words.has(name)))
        return { code: without({ code, parts: unused }), map: null }
      },
    },
  }
}

async function wordsOf(folder: string): Promise<ReadonlySet<string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return new Set(texts.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []))
}

/** `const defaultBaseConfig = defineConfig({ …, utilities: { … } })` */
function findUtilities(body: ESTree.Program['body']): ESTree.ObjectExpression | undefined {
  for (const statement of body) {
    if (statement.type !== 'VariableDeclaration') continue
    for (const { init } of statement.declarations) {
      const config = init?.type === 'CallExpression' ? init.arguments[0] : undefined
      const utilities =
        config?.type === 'ObjectExpression' ? memberOf({ object: config, name: 'utilities' }) : undefined
      if (utilities?.type === 'ObjectExpression') return utilities
    }
  }
  return undefined
}

function memberOf({ object, name }: { object: ESTree.ObjectExpression; name: string }): ESTree.Expression | undefined {
  for (const property of object.properties)
    if (property.type === 'Property' && keyOf(property) === name) return property.value
  return undefined
}

function keyOf({ key }: ESTree.ObjectProperty): string | undefined {
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' ? String(key.value) : undefined
}

/** A utility's name and its shorthands: `paddingInline`, `px`. What cannot be read keeps itself by every word. */
function namesOf(property: ESTree.ObjectExpression['properties'][number]): string[] {
  if (property.type !== 'Property') return ['const']
  const shorthand =
    property.value.type === 'ObjectExpression' ? memberOf({ object: property.value, name: 'shorthand' }) : undefined
  const listed = shorthand?.type === 'ArrayExpression' ? shorthand.elements : [shorthand]
  const names = listed.map((each) => (each?.type === 'Literal' ? String(each.value) : undefined))
  return [keyOf(property), ...names].filter((name) => name !== undefined)
}

function without({ code, parts }: { code: string; parts: readonly { start: number; end: number }[] }): string {
  return parts.toReversed().reduce((text, { start, end }) => {
    const comma = text.slice(end).match(/^\s*,/)?.[0].length ?? 0
    return text.slice(0, start) + text.slice(end + comma)
  }, code)
}
