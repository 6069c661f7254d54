/**
 * The rooms: the files of each room, and the paths that it may import. A room not listed here does not exist: to add
 * one, give it a line and say what it may import.
 */
export type Room = {
  name: string
  /** Files of the room, by path from the root. The first room that matches has the file. */
  files: RegExp
  /** Paths of ours that its files may import in addition to those of the same room. `$1` is the first group of `files`. */
  mayImport: RegExp[] | ((path: string) => RegExp[])
  /** Packages it may import; absent: all. */
  packages?: RegExp
}

const NONE = /^$/
const DOMAIN = /^src\/domain\//
const CONTRACT = /^src\/contract\//
const CLIENT = /^src\/client\//
const SERVER = /^src\/server\//
const CUSTODY = /^src\/custody\//
const UI = /^src\/client\/ui\//
const LIB = /^src\/client\/lib\//
/** Words that the server uses, too. */
const SHARED_WORDS = /^src\/contract\/words\//
const LOCALES = /^src\/client\/locales\//
const FEATURES = /^src\/client\/features\//
/** The nouns that several features show. A noun may use another: an order names its coin. */
const ENTITIES = /^src\/client\/entities\//
const ENGINE = /^src\/server\/engine\//
const EXCHANGE = /^src\/server\/exchange\//
const STORE = /^src\/server\/store\//
const AREA_NAMES = 'accounts|trading|market-data|wallets|support|content|notifications|operations'
const AREA = new RegExp(`^src/server/(${AREA_NAMES})/`)
const ROUTES_OF_AREA = new RegExp(`^src/server/(${AREA_NAMES})/(.*[./-])?routes\\.ts$`)
const ROUTE_DOOR = /^src\/server\/http\/(route|snapshot|own-list-files)\.ts$/
/** The parts of the notifications that every area may use: the queue, and the frame of an e-mail. */
const NOTIFICATION_DOOR = /^src\/server\/notifications\/(queue-notice|email-frame)\.ts$/
/** `providers/<kind>/<kind>.ts` is the promise; what keeps it is known to the composition root alone, and so is a sandbox. */
const PROVIDER_INTERFACE = /^src\/server\/providers\/([^/]+)\/\1\.ts$/
const PROVIDER_SHARED = /^src\/server\/providers\/[^/]+\.ts$/
/** The vendors' side of each service, for a machine without real vendors. */
export const SANDBOX = /^src\/sandbox\//
const SANDBOX_SHARED = /^src\/sandbox\/[^/]+\.ts$/
const COMPOSE = /^src\/server\/compose\//
const COMPOSITION =
  /^src\/server\/(compose\/.*|config\/.*|main\.ts|(ledger|custody)-check\.ts|backup\.ts|restore\.ts|operator-add\.ts|common-passwords\.ts)$/

export const ROOMS: Room[] = [
  { name: 'domain', files: DOMAIN, mayImport: [], packages: NONE },
  { name: 'contract', files: CONTRACT, mayImport: [DOMAIN], packages: /^zod($|\/)/ },
  { name: 'client/app', files: /^src\/client\/app\//, mayImport: [CLIENT, CONTRACT, DOMAIN] },
  {
    name: 'client/routes',
    files: /^src\/client\/routes\//,
    mayImport: [FEATURES, ENTITIES, UI, LIB, CONTRACT, DOMAIN],
  },
  {
    name: 'client/features/$1',
    files: /^src\/client\/features\/([^/]+)\//,
    mayImport: [ENTITIES, UI, LIB, CONTRACT, DOMAIN],
  },
  { name: 'client/entities', files: ENTITIES, mayImport: [UI, LIB, CONTRACT, DOMAIN] },
  { name: 'client/ui', files: UI, mayImport: [LIB, DOMAIN] },
  { name: 'client/lib', files: LIB, mayImport: [CONTRACT, DOMAIN, LOCALES] },
  { name: 'client/locales', files: LOCALES, mayImport: [SHARED_WORDS], packages: NONE },
  {
    name: 'server composition',
    files: COMPOSITION,
    mayImport: (path) => [SERVER, CONTRACT, DOMAIN, ...(COMPOSE.test(path) ? [SANDBOX] : [])],
  },
  { name: 'server/http', files: /^src\/server\/http\//, mayImport: [AREA, CONTRACT, DOMAIN] },
  { name: 'server/engine', files: ENGINE, mayImport: [DOMAIN], packages: NONE },
  { name: 'server/exchange', files: EXCHANGE, mayImport: [ENGINE, STORE, DOMAIN] },
  { name: 'server/store', files: STORE, mayImport: [DOMAIN] },
  {
    // The protocol of custody is a contract of ours.
    name: 'server/providers/custody',
    files: /^src\/server\/providers\/custody\//,
    mayImport: [PROVIDER_SHARED, CONTRACT, DOMAIN],
  },
  {
    name: 'server/providers/$1',
    files: /^src\/server\/providers\/([^/]+)\//,
    mayImport: [PROVIDER_SHARED, DOMAIN],
  },
  { name: 'server/providers', files: PROVIDER_SHARED, mayImport: [DOMAIN] },
  {
    name: 'sandbox/$1',
    files: /^src\/sandbox\/([^/]+)\//,
    mayImport: [SANDBOX_SHARED, PROVIDER_INTERFACE, DOMAIN],
  },
  { name: 'sandbox', files: SANDBOX_SHARED, mayImport: [DOMAIN] },
  {
    name: 'server/$1',
    files: AREA,
    mayImport: (path) => [
      ...[EXCHANGE, STORE, PROVIDER_INTERFACE, NOTIFICATION_DOOR, CONTRACT, DOMAIN],
      ...(ROUTES_OF_AREA.test(path) ? [ROUTE_DOOR] : []),
    ],
  },
  {
    // Operators read and change things of several areas; the console's verbs call those areas.
    name: 'server/console',
    files: /^src\/server\/console\//,
    mayImport: [AREA, EXCHANGE, STORE, ROUTE_DOOR, CONTRACT, DOMAIN],
  },
  // The only holder of keys: what it loads is no more than what signs.
  { name: 'custody', files: CUSTODY, mayImport: [CONTRACT, DOMAIN] },
  { name: 'sw', files: /^sw\//, mayImport: [CONTRACT, DOMAIN] },
  {
    name: 'scripts',
    files: /^src\/scripts\//,
    mayImport: [/^src\/server\/main\.ts$/, SANDBOX, /^tests\/setup\//, /^sw\//, CONTRACT, DOMAIN],
  },
]

/** Rooms whose results may depend on their arguments alone. */
export const TIMELESS = /^src\/(domain|server\/engine)\//

/** The room of a path with its own name ("client/features/otc"), or `undefined` for a path outside all rooms. */
export function roomOf(path: string): { room: Room; name: string } | undefined {
  const room = ROOMS.find(({ files }) => files.test(path))
  if (!room) return undefined
  return { room, name: room.name.replace('$1', room.files.exec(path)?.[1] ?? '') }
}
