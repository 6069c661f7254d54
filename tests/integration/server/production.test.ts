import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { addOperator } from '#server/accounts/operators/add-operator.ts'
import { createSealer } from '#server/accounts/sealer.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { REAL_VENDORS } from '#tests/builders/real-vendors.ts'
import { freshFolder } from '#tests/setup/fresh-folder.ts'
import { startServerProcess } from '#tests/setup/server-process.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://kimia.example',
  ENCRYPTION_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
}

const SANDBOXES = { ALLOW_SANDBOX: 'yes' }

/** Real vendors at an address of this machine that refuses connections: no call leaves it, and no start waits for an answer. */
const NOBODY = 'https://127.0.0.1:1'
const VENDORS = {
  ...REAL_VENDORS,
  ...{ COINGECKO_API_URL: NOBODY, TOMAN_SOURCE_URL: NOBODY, ZARINPAL_API_URL: NOBODY, JIBIT_API_URL: NOBODY },
  JIBIT_TRANSFEROR_API_URL: NOBODY,
  ...{ KAVENEGAR_API_URL: NOBODY, SSO_ISSUER: NOBODY },
}

/** A process with this setting cannot load a module of a sandbox. */
const REFUSE_SANDBOXES = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module'
    const load = (url, context, next) => {
      if (url.includes('/src/sandbox/')) throw new Error('loaded ' + url)
      return next(url, context)
    }
    registerHooks({ load })
  `)}`,
}

const COUNTS = 'select (select count(*) from ledger_entries) as entries, (select count(*) from orders) as orders'

test('a first start in production loads no sandbox, lends itself nothing and quotes nothing unless a setting says so, and none begins with another key', async () => {
  const { settings, remove } = await freshFolder()
  const counted = async () => {
    const database = await openDatabase(settings)
    return database.query<{ entries: bigint; orders: bigint }>(COUNTS).finally(() => database.close())
  }
  try {
    // Without this setting, as an operator may start it; the test's own server switches the market maker off.
    const quiet = await startServerProcess(settings, {
      ...PRODUCTION,
      ...VENDORS,
      ...REFUSE_SANDBOXES,
      MARKET_MAKER: '',
    })
    await quiet.stop()
    expect(await counted()).toEqual([{ entries: 0n, orders: 0n }])
    const reported = await startServerProcess(settings, { ...PRODUCTION, ...SANDBOXES, SEED_CAPITAL: 'on' })
    await reported.stop()
    const [after] = await counted()
    expect(after).toMatchObject({ orders: 0n })
    expect(after?.entries).toBeGreaterThan(10n)
    // Secrets sealed with another key: with this one no operator could log in, and new secrets would be sealed with a second key.
    const database = await openDatabase(settings)
    const other = createSealer([{ id: 1, key: Buffer.alloc(32, 7) }])
    const added = { mobile: iranianIdentity().mobileNumber, name: 'Sara', roles: ['ADMIN'], at: new Date() } as const
    await addOperator({ database, sealer: other }, added).finally(() => database.close())
    await expect(startServerProcess(settings, { ...PRODUCTION, ...SANDBOXES })).rejects.toThrow(
      /ended.*ENCRYPTION_KEYS/s,
    )
  } finally {
    await remove()
  }
})

test('the refusal of sandboxes finds one', async () => {
  const run = promisify(execFile)(process.execPath, ['src/sandbox/pages.ts'], {
    env: { ...process.env, ...REFUSE_SANDBOXES },
  })
  await expect(run).rejects.toThrow(/loaded file:.*src\/sandbox\/pages\.ts/)
})
