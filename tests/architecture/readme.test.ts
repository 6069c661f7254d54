import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './source-file.ts'

/** The documents of the project with their largest sizes in bytes: longer text belongs next to the code. */
const DOCUMENTS = {
  'README.md': 14_336,
  'docs/running.md': 11_264,
  'docs/back-ups.md': 6_144,
  'docs/watching.md': 6_144,
  'docs/several-machines.md': 11_264,
  'tests/README.md': 4_096,
}

const MAP_ROWS_MAX = 30

/** Folders of rooms. A map that names one of these leads nowhere. */
const PARENTS = ['src', 'src/server', 'src/client']

/** Requests as a founder words them, over the whole product, each with the room in which its work begins. */
const CHANGES: Readonly<Record<string, string>> = {
  'an inviter gets 40 % of the friends’ fees': 'src/domain',
  'Tether can be withdrawn over TRC20': 'src/domain',
  'the sentence for a wrong code is friendlier': 'src/contract',
  'a stop order may sell at the market price': 'src/server/engine',
  'the login history goes back three years': 'src/server/store',
  'a customer filters the own orders by month': 'src/server/trading',
  'a card payment can be finished for an hour': 'src/server/wallets',
  'the chart has candles of four hours': 'src/server/market-data',
  'the code of a login is good for five minutes': 'src/server/accounts',
  'the registry is asked again sooner after it gave no answer': 'src/server/accounts/identity',
  'a customer rates the answer to a ticket': 'src/server/accounts/tickets',
  'operators export a report for the tax office': 'src/server/console/reports',
  'the market maker quotes wider at night': 'src/server/operations/market-maker',
  'users are notified by Telegram': 'src/server/notifications',
  'a second SMS vendor takes over when the first fails': 'src/server/providers/sms',
  'the public site has a page about jobs': 'src/server/content',
  'programs may make more calls a minute than people': 'src/server/http',
  'the donut of the dashboard shows five coins': 'src/client/features/dashboard',
  'the light theme is warmer': 'src/client/ui',
  'Quick trade has another name in Persian': 'src/client/locales',
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The cells of each row of the map. */
function mapOf(readme: string): { change: string; open: string; checks: string }[] {
  const [, behind = ''] = readme.split('\n## The map\n')
  const [section = ''] = behind.split('\n## ')
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| I want'))
  return rows.map((row) => {
    const [, change = '', open = '', checks = ''] = row.split('|').map((cell) => cell.trim())
    return { change, open, checks }
  })
}

/** Every way to choose one item of each `{a,b}`. */
function expand(path: string): string[] {
  const [whole, choices] = /\{([^{}]*)\}/.exec(path) ?? []
  if (whole === undefined || choices === undefined) return [path]
  return choices.split(',').flatMap((choice) => expand(path.replace(whole, choice)))
}

const FOLDER_OR_FILE_IN_ONE = /^\.?[a-z][\w.-]*\/\S*$/
const FILE_NAME = /^[\w.-]+\.(?:ts|tsx|mjs|json|md|sql|html|example)$/
const isPath = (span: string) => FOLDER_OR_FILE_IN_ONE.test(span) || FILE_NAME.test(span)

/** The paths in backticks in a text. */
const pathsOf = (text: string) =>
  [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, span = '']) => (isPath(span) ? expand(span) : []))

const linksOf = (text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, to = '']) => (to.includes('://') ? [] : [to]))

/** The named paths that exist neither from the root nor from the folder of the document. */
const missingOf = (document: string, text: string) =>
  [...pathsOf(text), ...linksOf(text)].filter(
    (path) => ![ROOT, join(ROOT, dirname(document))].some((cwd) => globSync(path, { cwd }).length > 0),
  )

/** The commands `npm run …` that package.json does not have. */
function unknownCommandsOf(text: string): string[] {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
  return [...text.matchAll(/npm run ([a-z][\w:-]*)/g)].flatMap(([, name = '']) => (name in scripts ? [] : [name]))
}

/** The rooms that the map says to open, without the slash at their ends. */
const roomsOf = (readme: string) =>
  mapOf(readme).flatMap(({ open }) => pathsOf(open).map((path) => path.replace(/\/$/, '')))

const isNamed = (room: string, rooms: readonly string[]) =>
  rooms.some((named) => !PARENTS.includes(named) && (room === named || room.startsWith(`${named}/`)))

const README = read('README.md')

describe.each(Object.entries(DOCUMENTS))('%s', (document, bytesMax) => {
  test(`has ${bytesMax} bytes at most`, () => expect(Buffer.byteLength(read(document))).toBeLessThanOrEqual(bytesMax))
  test('names paths that exist', () => expect(missingOf(document, read(document))).toEqual([]))
  test('names commands that exist', () => expect(unknownCommandsOf(read(document))).toEqual([]))
})

describe('the map', () => {
  test(`has ${MAP_ROWS_MAX} rows at most, each with a room and a check`, () => {
    const rows = mapOf(README)
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.length).toBeLessThanOrEqual(MAP_ROWS_MAX)
    expect(
      rows.filter(({ change, open, checks }) => change === '' || pathsOf(open).length === 0 || checks === ''),
    ).toEqual([])
  })
  test('leads to folders', () => {
    const isFolder = (path: string) => existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isDirectory()
    expect(roomsOf(README).filter((room) => !isFolder(room) || PARENTS.includes(room))).toEqual([])
  })
  test('names every room', () => {
    const folders = PARENTS.flatMap((parent) =>
      readdirSync(join(ROOT, parent), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${parent}/${name}`),
    )
    const rooms = folders.filter((folder) => !PARENTS.includes(folder))
    expect(rooms.filter((room) => !isNamed(room, roomsOf(README)))).toEqual([])
  })
  test('names the room of each of twenty changes', () => {
    const changes = Object.entries(CHANGES)
    expect(changes).toHaveLength(20)
    expect(changes.filter(([, room]) => !existsSync(join(ROOT, room)))).toEqual([])
    expect(changes.filter(([, room]) => !isNamed(room, roomsOf(README)))).toEqual([])
  })
})

describe('a document that breaks a rule is found', () => {
  test('by a path that is gone', () => {
    const text =
      '`src/domain/` `src/{domain,nowhere}/` `npm test` `/api/ready` `gone.ts` `package.json` [a](docs/gone.md)'
    expect(missingOf('README.md', text)).toEqual(['src/nowhere/', 'gone.ts', 'docs/gone.md'])
    expect(missingOf('tests/README.md', '`oracle/` `architecture/*.test.ts` `oracle/*.md`')).toEqual(['oracle/*.md'])
  })
  test('by a command that is gone', () =>
    expect(unknownCommandsOf('`npm run dev` and `npm run deploy -- now`')).toEqual(['deploy']))
  test('by a change whose room the map does not name', () => {
    const readme =
      '# A\n\n## The map\n\n| I want | open |\n|---|---|\n| fees | `src/domain/`, `src/server/` | x |\n\n## B\n| c | `sw/` | d |'
    expect(roomsOf(readme)).toEqual(['src/domain', 'src/server'])
    expect(isNamed('src/domain', roomsOf(readme))).toBe(true)
    expect(isNamed('src/domain/coin-images', roomsOf(readme))).toBe(true)
    expect(isNamed('src/server/http', roomsOf(readme))).toBe(false)
  })
})
