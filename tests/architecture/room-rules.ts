import { ROOMS, roomOf, SANDBOX } from './rooms.ts'
import { at, eachFile, type Rule } from './rule.ts'
import type { SourceFile } from './source-file.ts'

const PRODUCT = /^(src|sw)\//
const ANY = /./

const arrows: Rule = {
  name: 'rooms import along their arrows',
  covers: PRODUCT,
  check: eachFile((file, find) => {
    const from = roomOf(file.path)
    if (!from) return find(0, 'lies in no room; see tests/architecture/rooms.ts')
    const { room, name } = from
    const mayImport = typeof room.mayImport === 'function' ? room.mayImport(file.path) : room.mayImport
    for (const { target, ours, offset } of file.imports) {
      const isAllowed = ours
        ? roomOf(target)?.name === name || mayImport.some((allowed) => allowed.test(target))
        : (room.packages?.test(target) ?? true)
      if (!isAllowed) find(offset, `${name} may not import ${target}`)
    }
  }),
  wrong: [
    ...at('src/domain/coin.ts', "import { z } from 'zod'", "import { readFile } from 'node:fs/promises'"),
    ...at('src/domain/coin.ts', "import type { Order } from '#contract/orders.ts'"),
    ...at('src/contract/orders.ts', "import { createElement } from 'react'"),
    ...at('src/contract/orders.ts', "export { placeOrder } from '#server/trading/place-order.ts'"),
    ...at('src/client/routes/login.tsx', "import { start } from '../app/router.ts'"),
    ...at('src/client/features/otc/form.tsx', "import {\n  Book,\n} from '../trade/book.tsx'"),
    ...at('src/client/features/otc/form.tsx', "const Book = await import('#client/features/trade/book.tsx')"),
    ...at('src/client/entities/order/use-order-name.ts', "import { Book } from '#client/features/trade/book.tsx'"),
    ...at('src/client/entities/coin/use-coins.ts', "import { router } from '#client/app/router.tsx'"),
    ...at('src/client/ui/button.tsx', "import { useCoins } from '#client/entities/coin/use-coins.ts'"),
    ...at('src/client/lib/call-api.ts', "import type { Session } from '../entities/session/session.ts'"),
    ...at('src/client/ui/button.tsx', "import type { Order } from '#contract/orders.ts'"),
    ...at('src/client/ui/button.tsx', "type Row = import('../features/otc/row.ts').Row"),
    ...at('src/client/lib/call-api.ts', "import { Button } from '../ui/button.tsx'"),
    ...at('src/client/lib/call-api.ts', "import '../ui/button.tsx'"),
    ...at('src/server/trading/place-order.ts', "import { route } from '#server/http/route.ts'"),
    ...at('src/server/trading/place-order.ts', "import { login } from '#server/accounts/login.ts'"),
    ...at('src/server/trading/place-order.ts', "import { apply } from '#server/engine/apply.ts'"),
    ...at('src/server/trading/routes.ts', "import { app } from '#server/http/app.ts'"),
    ...at('src/server/trading/place-order.ts', "import { routeNotices } from '#server/notifications/channel.ts'"),
    ...at('src/server/accounts/sign-up.ts', "import { kavenegar } from '#server/providers/sms/kavenegar.ts'"),
    ...at('src/server/engine/apply.ts', "import { query } from '#server/store/query.ts'"),
    ...at('src/server/engine/apply.ts', "import { randomUUID } from 'node:crypto'"),
    ...at('src/server/exchange/commit.ts', "import { Body } from '#contract/orders.ts'"),
    ...at('src/server/store/rows.ts', "import { apply } from '#server/engine/apply.ts'"),
    ...at('src/server/store/open.ts', "new Worker(new URL('../engine/thread.ts', import.meta.url))"),
    ...at('src/server/providers/sms/kavenegar.ts', "import { jibit } from '../identity/jibit.ts'"),
    ...at('src/server/providers/sms/kavenegar.ts', "import { templatesOf } from '#sandbox/sms/code-texts.ts'"),
    ...at('src/server/config/providers.ts', "import { FIELDS } from '#sandbox/prices/price-sandbox.ts'"),
    ...at('src/server/main.ts', "const { inbox } = await import('../sandbox/inbox.ts')"),
    ...at('src/sandbox/sms/kavenegar-sandbox.ts', "import { send } from '#server/providers/sms/kavenegar.ts'"),
    ...at('src/sandbox/sms/kavenegar-sandbox.ts', "import { jibitSandbox } from '../identity/jibit-sandbox.ts'"),
    ...at('src/sandbox/inbox.ts', "import { route } from '#server/http/route.ts'"),
    ...at('src/server/http/app.ts', "import { batch } from '#server/exchange/batch.ts'"),
    ...at('src/server/http/answer.ts', "import { DatabaseUnavailable } from '../store/database-error.ts'"),
    ...at('src/custody/main.ts', "import { openDatabase } from '#server/store/open-database.ts'"),
    ...at('src/server/wallets/send-coins.ts', "import { openAccount } from '#custody/account.ts'"),
    ...at('src/server/main.ts', "import { openAccount } from '../custody/account.ts'"),
    ...at('src/scripts/start.ts', "import '../custody/main.ts'"),
    ...at('sw/sw.ts', "import { call } from '#client/lib/call-api.ts'"),
    ...at('src/scripts/start.ts', "import { call } from '#client/lib/call-api.ts'"),
    ...at('src/server/main.ts', "import { customer } from '#tests/builders/customer.ts'"),
    ...at('src/server/cellar/wine.ts', 'export const wine = 1'),
  ],
  right: [
    ...at('src/domain/coin.ts', "import { amount } from './units.ts'", "// from 'zod'"),
    ...at('src/contract/orders.ts', "import { z } from 'zod/mini'"),
    ...at('src/client/app/router.tsx', "import { Route } from '#client/routes/index.tsx'"),
    ...at('src/client/routes/index.tsx', "import { Widget } from '#client/features/otc/widget.tsx'"),
    ...at('src/client/features/otc/form.tsx', "import { Row } from './row.tsx'"),
    ...at('src/client/features/otc/form.tsx', "import { useCoins } from '#client/entities/coin/use-coins.ts'"),
    ...at('src/client/routes/index.tsx', "import { pricesQuery } from '#client/entities/coin/prices.queries.ts'"),
    ...at('src/client/entities/order/order-price.tsx', "import { useCoins } from '../coin/use-coins.ts'"),
    ...at('src/server/trading/routes.ts', "import { route } from '#server/http/route.ts'"),
    ...at('src/server/accounts/sign-up.ts', "import type { Sms } from '#server/providers/sms/sms.ts'"),
    ...at('src/server/accounts/sign-up.ts', "import { queueNotice } from '../notifications/queue-notice.ts'"),
    ...at('src/server/main.ts', "import { kavenegar } from '#server/providers/sms/kavenegar.ts'"),
    ...at('src/sandbox/sms/code-texts.ts', "import type { SmsPurpose } from '#server/providers/sms/sms.ts'"),
    ...at('src/server/compose/sandboxes.ts', "const { inbox } = await import('#sandbox/inbox.ts')"),
    ...at('src/server/main.ts', "const dist = new URL('../../dist', import.meta.url)"),
    ...at('src/server/exchange/commit.ts', "import { apply } from '#server/engine/apply.ts'"),
    ...at('src/custody/serve.ts', "import { CustodyRequest } from '#contract/custody.ts'"),
    ...at('sw/sw.ts', "import { WorkerMessage } from '#contract/worker-messages.ts'"),
  ],
}

const rooms: Rule = {
  name: 'every room of the table has files',
  covers: PRODUCT,
  check(files, find) {
    const [first] = files
    for (const { name, files: room } of ROOMS) {
      if (first && !files.some(({ path }) => room.test(path))) find(first, 0, `nothing lies in the room ${name}`)
    }
  },
  wrong: at('src/domain/coin.ts', ''),
  right: [],
}

/** Imports of types are gone before the code runs; any other import at the head of a file would load the sandbox on every server. */
const sandboxes: Rule = {
  name: 'a sandbox is loaded by import() alone, where it is configured',
  covers: PRODUCT,
  check: eachFile(({ path, program, imports }, find) => {
    if (SANDBOX.test(path)) return
    const loadedAtStart = new Set(
      program.body.flatMap((each) => {
        if (each.type === 'ImportDeclaration') return each.importKind === 'type' ? [] : [each.source.start + 1]
        if (each.type !== 'ExportAllDeclaration' && each.type !== 'ExportNamedDeclaration') return []
        return each.exportKind === 'type' || !each.source ? [] : [each.source.start + 1]
      }),
    )
    for (const { target, offset } of imports)
      if (SANDBOX.test(target) && loadedAtStart.has(offset)) find(offset, `loads ${target} on every server`)
  }),
  wrong: [
    ...at('src/server/compose/sandboxes.ts', "import { createSandboxInbox } from '#sandbox/inbox.ts'"),
    ...at('src/server/compose/sandboxes.ts', "import { type SandboxInbox } from '../../sandbox/inbox.ts'"),
    ...at('src/server/compose/sandboxes.ts', "import '#sandbox/inbox.ts'"),
    ...at('src/server/compose/sandboxes.ts', "export { createSandboxInbox } from '#sandbox/inbox.ts'"),
    ...at('src/server/compose/sandboxes.ts', "export * from '#sandbox/inbox.ts'"),
  ],
  right: [
    ...at('src/server/compose/sandboxes.ts', "import type { SandboxInbox } from '#sandbox/inbox.ts'"),
    ...at('src/server/compose/sandboxes.ts', "const open = async () => import('#sandbox/inbox.ts')"),
    ...at('src/sandbox/sms/kavenegar-sandbox.ts', "import { html } from '../pages.ts'"),
  ],
}

/** Each circle is named once, at one of its imports. */
const circles: Rule = {
  name: 'no files import each other in a circle, types included',
  covers: ANY,
  check(files, find) {
    const byPath = new Map(files.map((file) => [file.path, file]))
    const done = new Set<string>()
    function walk(file: SourceFile, trail: string[]): void {
      done.add(file.path)
      for (const { target, offset } of file.imports) {
        const next = byPath.get(target)
        const start = trail.indexOf(target)
        if (start !== -1) find(file, offset, `closes a circle: ${[...trail.slice(start), target].join(' → ')}`)
        else if (next && !done.has(target)) walk(next, [...trail, target])
      }
    }
    for (const file of files) if (!done.has(file.path)) walk(file, [file.path])
  },
  wrong: [
    { 'src/domain/a.ts': "import './b.ts'", 'src/domain/b.ts': "export { a } from '#domain/a.ts'" },
    {
      'src/domain/a.ts': "import './b.ts'",
      'src/domain/b.ts': "import type { C } from './c.ts'",
      'src/domain/c.ts': "const a = await import('./a.ts')",
    },
  ],
  right: [
    {
      'src/domain/a.ts': "import './b.ts'\nimport './c.ts'",
      'src/domain/b.ts': "import './c.ts'",
      'src/domain/c.ts': '',
    },
  ],
}

const names: Rule = {
  name: 'names say what is inside',
  covers: ANY,
  check: eachFile(({ path }, find) => {
    const found = /(^|\/)(utils?|helpers?|common|misc|shared|hooks|types|constants)(\/|\.tsx?$)/.exec(path)
    if (found) find(0, `${found[2]} says nothing`)
  }),
  wrong: [
    'src/client/utils/a.ts',
    'src/domain/helpers.ts',
    'src/client/hooks/use-a.ts',
    'src/server/common/a.ts',
  ].flatMap((path) => at(path, '')),
  right: at('src/client/lib/use-now.ts', ''),
}

const barrels: Rule = {
  name: 'no file only passes on what others export',
  covers: ANY,
  check: eachFile(({ program: { body } }, find) => {
    const passesOn = body.every(
      (each) =>
        each.type === 'ExportAllDeclaration' || (each.type === 'ExportNamedDeclaration' && each.source !== null),
    )
    if (body.length > 0 && passesOn) find(0, 'is a barrel; import from the file itself')
  }),
  wrong: at('src/domain/index.ts', "export * from './a.ts'\nexport { b } from './b.ts'"),
  right: at('src/domain/a.ts', "export * from './b.ts'\nexport const a = 1", ''),
}

export const ROOM_RULES: Rule[] = [arrows, rooms, sandboxes, circles, names, barrels]
