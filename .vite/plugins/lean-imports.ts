import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { onlyExport } from '../only-export.ts'

const path = (fromRoot: string) => fileURLToPath(new URL(`../../${fromRoot}`, import.meta.url))
const CLIENT = path('src/client/')
const ICONS = path('node_modules/lucide-react/dist/esm/')
/** Parts of packages that do more than we need, and what stands in for them. */
const STAND_INS: readonly { readonly source: RegExp; readonly by: string }[] = [
  // Lucide's toolkit turns drawings into whatever one likes; ours draws them.
  { source: /\/createLucideIcon\.mjs$/, by: path('src/client/ui/create-icon.ts') },
  // The names of all attributes there are, against props that never reach an element here.
  { source: /^@emotion\/is-prop-valid$/, by: path('src/client/ui/is-attribute.ts') },
  // React itself has had this since version 18.
  {
    source: /^use-sync-external-store\/shim\/with-selector$/,
    by: path('node_modules/use-sync-external-store/with-selector.js'),
  },
]
const ICON_IMPORT = /import \{([^}]*)\} from ["']lucide-react["'];?/g
const FAR_CONTRACT_IMPORT = /import \{([^}]*)\} from ["'](#contract\/[\w-]+\.ts)["'];?/g
const CONTRACT_IMPORT = /import \{([^}]*)\} from ["']((?:#contract|\.)\/[\w-]+\.ts)["'];?/g
const ONLY = '?only='

/**
 * Where one file exports many things, which part of it belongs to which page cannot be seen from the file's name. So
 * each icon is imported from its own file and each endpoint from a copy of its resource that holds nothing else: a page
 * then loads what it uses, and not what some other page does.
 */
export function leanImports(): Plugin {
  let fileOfIcon: ReadonlyMap<string, string> = new Map()
  return {
    name: 'kimia:lean-imports',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      fileOfIcon = iconsIn(await readFile(`${ICONS}lucide-react.mjs`, 'utf8'))
    },
    resolveId: {
      order: 'pre',
      async handler(source, importer) {
        const standIn = STAND_INS.find((each) => each.source.test(source))
        if (standIn) return standIn.by
        const [file = '', name] = source.split(ONLY)
        if (name === undefined) return null
        const whole = await this.resolve(file, importer)
        return whole && `${whole.id}${ONLY}${name}`
      },
    },
    async load(id) {
      const [file = '', name] = id.split(ONLY)
      if (name === undefined) return null
      const code = await readFile(file, 'utf8')
      const part = onlyExport({ code, program: this.parse(code, { lang: 'ts' }), name })
      // Declarations only: what nobody reads may go.
      return { code: part.replace(CONTRACT_IMPORT, apart), moduleType: 'ts', moduleSideEffects: false }
    },
    transform: {
      filter: { id: new RegExp(`^(?:${CLIENT}|${ICONS}icons/)`) },
      handler(code, id) {
        if (id.startsWith(ICONS)) return { code: drawingOnly(code), map: null }
        const own = code.replace(FAR_CONTRACT_IMPORT, apart).replace(ICON_IMPORT, (_, names: string) =>
          namesIn(names)
            .map((part) => {
              const [name = '', local = name] = part.split(' as ')
              const file = fileOfIcon.get(name)
              if (file === undefined) throw new Error(`lucide-react has no icon ${name}`)
              return `import ${local} from ${JSON.stringify(ICONS + file)};`
            })
            .join(''),
        )
        return own === code ? null : { code: own, map: null }
      },
    },
  }
}

/** What an icon is drawn from, without its names and without keys that nobody needs. */
function drawingOnly(code: string): string {
  return code.replace(/, key: "\w+"|^ *(?:name|aliases): .*\n|^__iconData\.node;$/gm, '')
}

/** `import { a, b } from './x.ts'`, each from a copy of the file that holds nothing else. */
function apart(_: string, names: string, from: string): string {
  return namesIn(names)
    .map((part) => `import { ${part} } from "${from}${ONLY}${part.split(' as ')[0]}";`)
    .join('')
}

function namesIn(names: string): string[] {
  return names
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
}

/** `export { default as Sun, default as SunIcon } from './icons/sun.mjs'` */
function iconsIn(barrel: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of barrel.matchAll(/export \{([^}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/g))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  return files
}
