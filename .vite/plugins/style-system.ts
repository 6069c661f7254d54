import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ChakraProvider, type SystemContext } from '@chakra-ui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import type { StyleTable } from '../../src/client/ui/style-engine.ts'
import { buildStyleTable, type Written } from '../build-style-table.ts'

const NAME = 'virtual:style-system'
const RESOLVED = `\0${NAME}`
const THEME = fileURLToPath(new URL('../../src/client/ui/theme.ts', import.meta.url))
const ENGINE = fileURLToPath(new URL('../../src/client/ui/style-engine.ts', import.meta.url))
const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g
/** `canvas/80`, which would have to be mixed in the browser: such a colour gets a name in the palette. */
const MIXED_COLOUR = /["'][a-z][\w.]*\/\d{1,3}["']/

/**
 * Works the theme out while building instead of in every browser: the reset, the tokens and the global styles go into
 * the page, and `virtual:style-system` is the system of `ChakraProvider` over a table of the style props in use.
 */
export function styleSystem({ sources }: { readonly sources: string }): Plugin {
  let isBuild = true
  return {
    name: 'kimia:style-system',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined
      this.addWatchFile(THEME)
      const table = buildStyleTable(await readTheme(), isBuild ? await readWritten(sources) : EVERYTHING)
      return moduleOf(table)
    },
    async transformIndexHtml() {
      return [{ tag: 'style', children: globalCssOf(await readTheme()), injectTo: 'head-prepend' }]
    },
  }
}

/** While developing, nobody waits for a prop that was not there when the page was opened. */
const EVERYTHING: Written = { word: () => true, text: () => true, value: () => true, prop: () => false }

/** Read anew each time: while developing, the theme changes. */
async function readTheme(): Promise<SystemContext> {
  const { system }: { system: SystemContext } = await import(`${THEME}?at=${Date.now()}`)
  return system
}

/** Most values are the variable of their own name: those are written as a list of names. */
function moduleOf({ values, ...rest }: StyleTable): string {
  const sets = Object.entries(values).map(([set, found]) => {
    const prefix =
      Object.values(found)[0]?.match(/var\((--k-(?:z-index|font-sizes|font-weights|line-heights|[a-z]+)-)/)?.[1] ?? ''
    const isNamed = ([name, value]: [string, string]) => value === `var(${prefix}${kebab(name)})`
    const named = Object.entries(found)
      .filter(isNamed)
      .map(([name]) => name)
    const others = Object.fromEntries(Object.entries(found).filter((entry) => !isNamed(entry)))
    return `${set}:{...named(${JSON.stringify(prefix)},${JSON.stringify(named.join(' '))}),...${JSON.stringify(others)}}`
  })
  return `import { createStyleEngine } from ${JSON.stringify(ENGINE)}
const kebab = ${kebab.toString()}
const named = (prefix, names) => Object.fromEntries(names.split(' ').map((name) => [name, 'var(' + prefix + kebab(name) + ')']))
export const system = createStyleEngine({...${JSON.stringify(rest)},values:{${sets.join()}}})`
}

/** gold.solidHover → gold-solid-hover, but 2.5 → 2\\.5. */
function kebab(name: string): string {
  return name
    .replace(/\.(?=\d)/g, '\\.')
    .replace(/\.(?=[a-z])/g, '-')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

async function readWritten(folder: string): Promise<Written> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  for (const [index, text] of texts.entries()) {
    const mixed = text.match(MIXED_COLOUR)?.[0]
    if (mixed) throw new Error(`${names[index]}: ${mixed} needs a colour of its own in the palette`)
  }
  const all = texts.join('\n')
  const words = new Set(all.match(/[A-Za-z_]\w*/g))
  return {
    word: (word) => words.has(word),
    text: (text) => all.includes(`'${text}'`) || all.includes(`"${text}"`),
    prop: (prop) => new RegExp(`[\\s{]${prop}(?:=["{]|: ['{])`).test(all),
    value: (prop, value) => new RegExp(`\\b${prop}(?:=\\{?|: )["']${value.replaceAll('.', '\\.')}`).test(all),
  }
}

/** What Chakra's provider would insert when it is mounted. */
function globalCssOf(system: SystemContext): string {
  const html = renderToStaticMarkup(ChakraProvider({ value: system, children: null }))
  return [...html.matchAll(STYLE)].map(([, css = '']) => css).join('')
}
