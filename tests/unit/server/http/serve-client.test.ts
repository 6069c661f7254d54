import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAppPage } from '#server/http/serve-client.ts'

const read = (path: string) => readFileSync(new URL(`../../../../src/client/${path}`, import.meta.url), 'utf8')

/** The path of every page of the client: of the generated tree, and of the console's pages. */
function pathsOfClient(): string[] {
  const tree = /interface FileRoutesByTo \{([^}]+)\}/.exec(read('app/route-tree.gen.ts'))?.[1] ?? ''
  const pages = [...tree.matchAll(/^ {2}'([^']+)'/gm)].map(([, path = '']) => path)
  const rooms = [...read('routes/-operations/routes.ts').matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path)
  return [...pages, ...rooms.map((room) => (room === '/' ? '/operations' : `/operations/${room}`))]
}

test('every page of the client is one for the server, and what is none is answered as not found', () => {
  const paths = pathsOfClient().filter((path) => !path.endsWith('$'))
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter((path) => !isAppPage(path.replace(/\$\w+/g, 'x')))).toEqual([])
  for (const path of [
    '/nope',
    '/profile/nope',
    '/operations/nonsense',
    '/market/GOLD',
    '/dashboard',
    '/loginx',
    '/markets/x',
  ])
    expect(isAppPage(path), path).toBe(false)
})

test('the address of a market below /dashboard, which leads to its trade page, is one of the app', () => {
  expect(isAppPage('/dashboard/TOMAN/GOLD')).toBe(true)
})

test('an ending slash leads to the same page', () => {
  expect(isAppPage('/markets/')).toBe(true)
})
