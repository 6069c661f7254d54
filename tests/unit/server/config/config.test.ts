import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import { REAL_VENDORS } from '#tests/builders/real-vendors.ts'

const SEALED = { ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}` }
const REAL = { ...REAL_VENDORS, ...SEALED }

const { ENCRYPTION_KEYS } = REAL
const BUCKET = {
  FILES: 's3',
  FILES_S3_URL: 'https://s3.example',
  FILES_S3_BUCKET: 'kimia-files',
  FILES_S3_KEY_ID: 'key',
  FILES_S3_SECRET: 'a-secret',
}
const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: 'https://kimia.example', ENCRYPTION_KEYS }

describe('the settings', () => {
  it('have a default each, and then everything outside is a sandbox on our own port', () => {
    const config = parseConfig({ PORT: '5000' })
    expect(config).toMatchObject({
      port: 5000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:5000',
      dataDir: '.data',
    })
    expect(config.providers.sandboxes).toEqual([
      'SMS',
      'EMAIL',
      'IDENTITY',
      'PAYMENT',
      'PRICES',
      'SSO',
      'CAPTCHA',
      'PAYOUT',
    ])
    expect(config.providers.kavenegar.apiUrl).toBe('http://127.0.0.1:5000/sandbox/kavenegar')
    expect(config.providers.payments.zarinpal?.payUrl).toBe('http://localhost:5000/sandbox/zarinpal')
    expect(config.providers.payments.vandar?.payUrl).toBe('http://localhost:5000/sandbox/vandar')
  })

  it('asks the identity registry that is chosen, and has the sandbox speak its side', () => {
    const identityOf = (given: Record<string, string>) => parseConfig(given).providers.identity
    expect(identityOf({ PORT: '5000' })).toMatchObject({
      vendor: 'jibit',
      apiUrl: 'http://127.0.0.1:5000/sandbox/jibit',
    })
    expect(identityOf({ PORT: '5000', IDENTITY_VENDOR: 'finnotech' })).toMatchObject({
      vendor: 'finnotech',
      apiUrl: 'http://127.0.0.1:5000/sandbox/finnotech',
    })
    const keys = {
      FINNOTECH_CLIENT_ID: 'kimia',
      FINNOTECH_CLIENT_SECRET: 'finnotech-secret',
      FINNOTECH_NATIONAL_CODE: '0013542419',
    }
    const real = { IDENTITY_PROVIDER: 'finnotech', ...keys }
    expect(identityOf(real)).toMatchObject({
      vendor: 'finnotech',
      apiUrl: 'https://api.finnotech.ir',
      clientId: 'kimia',
    })
    expect(parseConfig(real).providers.sandboxes).not.toContain('IDENTITY')
    for (const name of Object.keys(keys)) expect(() => parseConfig({ ...real, [name]: '' })).toThrow(name)
  })

  it('keeps gold to its working hours in production alone, unless a setting says otherwise', () => {
    expect(parseConfig({}).goldHours).toBe('always')
    expect(parseConfig({ GOLD_HOURS: 'working' }).goldHours).toBe('working')
    const production = { ...PRODUCTION, ...SEALED, ALLOW_SANDBOX: 'yes' }
    expect(parseConfig(production).goldHours).toBe('working')
    expect(parseConfig({ ...production, GOLD_HOURS: 'always' }).goldHours).toBe('always')
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'example.com'],
    ['PUBLIC_URL', 'https://example.com/'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['LOG_LEVEL', 'loud'],
    ['MARKET_MAKER', 'maybe'],
    ['SMS_PROVIDER', 'pigeon'],
    ['REQUESTS_PER_MINUTE_MAX', '-1'],
    ['BATCH_MAX', '0'],
  ])('refuse %s=%s with a sentence that names it', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(new RegExp(`^${name} cannot be used: .+\\.$`))
  })

  it('name the key that a real vendor needs, and never repeat a secret', () => {
    expect(() => parseConfig({ SMS_PROVIDER: 'kavenegar' })).toThrow(/^KAVENEGAR_API_KEY is missing/)
    expect(() => parseConfig({ EMAIL_PROVIDER: 'smtp' })).toThrow(/^SMTP_URL is missing/)
    expect(() => parseConfig({ ...REAL, SMTP_URL: 'smtp://a:mail-secret@b?requireTLS=no' })).toThrow(/^SMTP_URL cannot/)
    expect(() => parseConfig({ ...REAL, SMTP_URL: 'http://a:mail-secret@b' })).not.toThrow(/mail-secret/)
    expect(() => parseConfig({ ...REAL, EMAIL_FROM: 'a@b.c\r\nBcc: x@y.z' })).toThrow(/^EMAIL_FROM cannot/)
    expect(() => parseConfig({ SSO_PROVIDER: 'google' })).toThrow(/^SSO_CLIENT_ID is missing/)
    expect(() => parseConfig({ ...REAL, SSO_ISSUER: 'http://accounts.example' })).toThrow(/^SSO_ISSUER cannot/)
    expect(() => parseConfig({ ...REAL, ZARINPAL_MERCHANT_ID: 'short-secret' })).toThrow(/36 characters/)
    expect(() => parseConfig({ ...REAL, ZARINPAL_MERCHANT_ID: 'short-secret' })).not.toThrow(/short-secret/)
  })

  it('have no single sign-on where it is off', () => {
    const config = parseConfig({ SSO_PROVIDER: 'off' })
    expect(config.providers).toMatchObject({ openid: undefined, sandboxes: expect.not.arrayContaining(['SSO']) })
    expect(parseConfig(REAL).providers.openid).toMatchObject({
      issuer: 'https://accounts.google.com',
      isOwnServer: false,
    })
  })

  it('count an empty variable as left out', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 4300, databaseUrl: undefined })
  })

  it('refuse a sandbox in production unless it is allowed', () => {
    expect(() => parseConfig(PRODUCTION)).toThrow(/SMS, EMAIL, IDENTITY, PAYMENT, PRICES, SSO/)
    expect(() => parseConfig({ ...PRODUCTION, ...REAL, SMS_PROVIDER: 'sandbox' })).toThrow(/sandboxes: SMS/)
    expect(parseConfig({ ...PRODUCTION, ...SEALED, ALLOW_SANDBOX: 'yes' }).production).toBe(true)
    expect(parseConfig({ ...PRODUCTION, ...REAL }).providers.sandboxes).toEqual([])
  })

  it.each([
    ['NODE_ENV=production', { NODE_ENV: 'production' }],
    ['an https address', { PUBLIC_URL: 'https://kimia.example' }],
    ['a host for all networks', { HOST: '0.0.0.0' }],
    ['a host for all networks, called development', { HOST: '::', NODE_ENV: 'development' }],
    ['a host of the local network', { HOST: '192.168.1.20' }],
    ['nothing but an address beyond this machine', {}],
  ])('take %s for production: no sandbox runs by itself, and people are served over https', (_what, env) => {
    const https = { PUBLIC_URL: 'https://kimia.example' }
    expect(() => parseConfig({ ...env, ...https })).toThrow(/sandboxes: SMS, EMAIL, IDENTITY, PAYMENT, PRICES/)
    expect(parseConfig({ ...env, ...https, ...REAL })).toMatchObject({
      production: true,
      marketMaker: false,
      seedCapital: false,
      sandboxTraders: false,
    })
    const traders = { SANDBOX_TRADERS: 'on', ALLOW_SANDBOX: 'yes' }
    expect(() => parseConfig({ ...env, ...https, ...traders })).toThrow(/SANDBOX_TRADERS cannot be on/)
    const asked = { MARKET_MAKER: 'on', SEED_CAPITAL: 'on' }
    expect(parseConfig({ ...env, ...https, ...REAL, ...asked })).toMatchObject({ marketMaker: true, seedCapital: true })
  })

  it.each([{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }, { HOST: '0.0.0.0', NODE_ENV: 'test' }])(
    'refuse %j without an https address',
    (env) => {
      for (const address of [{}, { PUBLIC_URL: 'http://kimia.example' }])
        expect(() => parseConfig({ ...env, ...REAL, ...address })).toThrow(/PUBLIC_URL must be the https address/)
    },
  )

  it.each(['localhost', '127.0.0.1', '127.0.1.1', '::1'])('leave a developer on %s alone', (HOST) => {
    expect(parseConfig({ HOST })).toMatchObject({ production: false, marketMaker: true, seedCapital: true })
  })

  it.each(['http://kimia.example', 'http://10.0.0.7:4300'])('refuse %s, which is beyond this machine', (PUBLIC_URL) => {
    expect(() => parseConfig({ PUBLIC_URL })).toThrow(
      /^PUBLIC_URL .+ is no address of this machine alone, so PUBLIC_URL must/,
    )
    expect(parseConfig({ PUBLIC_URL: 'http://127.0.0.1:4300' }).production).toBe(false)
    expect(parseConfig({ PUBLIC_URL: 'http://[::1]:4300' }).production).toBe(false)
  })

  it('production has a captcha, unless somebody says that it needs none', () => {
    const off = { ...PRODUCTION, ...REAL, CAPTCHA_PROVIDER: 'off' }
    expect(() => parseConfig(off)).toThrow(/CAPTCHA_PROVIDER cannot be off/)
    expect(parseConfig({ ...off, ALLOW_NO_CAPTCHA: 'yes' }).providers.captcha).toBeUndefined()
  })

  it('has the card gateways that are named, and no sandbox beside a real one', () => {
    const paymentsOf = (given: Record<string, string>) => parseConfig({ ...REAL, ...given }).providers
    const vandar = {
      VANDAR_API_KEY: 'a-real-looking-key',
      VANDAR_BUSINESS: 'kimia',
      VANDAR_MOBILE: '09121112233',
      VANDAR_PASSWORD: 'vandar-secret',
    }
    expect(paymentsOf({}).payments).toMatchObject({ zarinpal: { apiUrl: 'https://payment.zarinpal.com' } })
    expect(paymentsOf({}).payments.vandar).toBeUndefined()
    const both = paymentsOf({ PAYMENT_PROVIDER: 'zarinpal,vandar', ...vandar })
    expect(both.payments.vandar).toMatchObject({ apiUrl: 'https://ipg.vandar.io', payUrl: 'https://ipg.vandar.io' })
    expect([both.payments.zarinpal, both.sandboxes.includes('PAYMENT')]).toEqual([expect.anything(), false])
    expect(paymentsOf({ PAYMENT_PROVIDER: 'vandar', ...vandar }).payments.zarinpal).toBeUndefined()
    for (const wrong of ['zarinpal,sandbox', 'paypal', 'vandar,'])
      expect(() => paymentsOf({ PAYMENT_PROVIDER: wrong, ...vandar })).toThrow(/^PAYMENT_PROVIDER .+ must be sandbox/)
    expect(() => paymentsOf({ PAYMENT_PROVIDER: 'vandar' })).toThrow(/VANDAR_API_KEY/)
    const sandbox = { ...PRODUCTION, ...REAL, PAYMENT_PROVIDER: 'sandbox' }
    expect(() => parseConfig(sandbox)).toThrow(/these services are sandboxes: PAYMENT/)
  })

  it('keep sealed files in a folder, or in a bucket of which nothing is missing', () => {
    expect(parseConfig({}).files).toEqual({ kind: 'folder' })
    expect(
      parseConfig({ ...BUCKET, FILES_S3_PREFIX: 'kimia/files/', FILES_S3_REGION: 'ir-thr-1' }).files,
    ).toMatchObject({
      kind: 's3',
      prefix: 'kimia/files/',
      s3: { url: 'https://s3.example', bucket: 'kimia-files', region: 'ir-thr-1', keyId: 'key', secret: 'a-secret' },
    })
    expect(parseConfig(BUCKET).files).toMatchObject({ prefix: '', s3: { region: 'us-east-1' } })
    for (const name of ['FILES_S3_URL', 'FILES_S3_BUCKET', 'FILES_S3_KEY_ID', 'FILES_S3_SECRET'])
      expect(() => parseConfig({ ...BUCKET, [name]: '' })).toThrow(`${name} is missing`)
    for (const [name, value] of [
      ['FILES', 'disk'],
      ['FILES_S3_URL', 's3.example'],
      ['FILES_S3_BUCKET', 'Kimia/files'],
      ['FILES_S3_PREFIX', 'kimia'],
      ['FILES_S3_PREFIX', '/'],
    ] as const)
      expect(() => parseConfig({ ...BUCKET, [name]: value })).toThrow(`${name} cannot be used`)
    expect(() => parseConfig({ ...BUCKET, FILES: '' })).toThrow('FILES_S3_URL is set, so FILES must be s3')
  })

  it('production asks no vendor over plain http', () => {
    for (const name of [
      'KAVENEGAR_API_URL',
      'JIBIT_API_URL',
      'ZARINPAL_API_URL',
      'VANDAR_API_URL',
      'VANDAR_BUSINESS_API_URL',
      'COINGECKO_API_URL',
      'TOMAN_SOURCE_URL',
      'FILES_S3_URL',
    ])
      expect(() => parseConfig({ ...PRODUCTION, ...REAL, ...BUCKET, [name]: 'http://vendor.example' })).toThrow(
        `${name} must be https`,
      )
    expect(() => parseConfig({ ...PRODUCTION, ...REAL, JIBIT_API_URL: 'http://127.0.0.1:9000' })).not.toThrow()
    expect(() => parseConfig({ ...REAL, JIBIT_API_URL: 'http://vendor.example' })).not.toThrow()
    const anchored = { ...PRODUCTION, ...REAL, AUDIT_ANCHOR_URL: 'http://anchors.example' }
    expect(() => parseConfig(anchored)).toThrow('AUDIT_ANCHOR_URL needs LIABILITIES_KEY')
    const signed = { ...anchored, LIABILITIES_KEY: Buffer.alloc(32, 1).toString('base64') }
    expect(() => parseConfig(signed)).toThrow('AUDIT_ANCHOR_URL must be https')
  })

  it('production encrypts its line to a database on another machine', () => {
    const withDatabase = (DATABASE_URL: string) => () => parseConfig({ ...PRODUCTION, ...REAL, DATABASE_URL })
    for (const plain of ['', '?sslmode=disable', '?sslmode=prefer', '?host=db.example'])
      expect(withDatabase(`postgres://kimia@db.example/kimia${plain}`)).toThrow(/DATABASE_URL to another machine/)
    expect(withDatabase('postgres://kimia@127.0.0.1/kimia?host=db.example')).toThrow(/DATABASE_URL to another machine/)
    const jobs = { ...PRODUCTION, ...REAL, ROLE: 'jobs', PROCESS_SECRET: 'known to the processes and nobody else' }
    const beside = 'postgres://kimia@127.0.0.1/kimia'
    expect(() => parseConfig({ ...jobs, DATABASE_URL: beside })).toThrow(/DATABASE_URL to another machine/)
    expect(() => parseConfig({ ...jobs, DATABASE_URL: `${beside}?sslmode=verify-full` })).not.toThrow()
    for (const fine of [
      'kimia@db.example/kimia?sslmode=verify-full',
      'kimia@127.0.0.1/kimia',
      '/kimia?host=/run/postgresql',
    ])
      expect(withDatabase(`postgres://${fine}`)).not.toThrow()
  })

  it('the writer in production needs no vendor and no address of people, since only other processes call it', () => {
    const { ENCRYPTION_KEYS } = REAL
    const own = { NODE_ENV: 'production', ENCRYPTION_KEYS, PROCESS_SECRET: 'known to the processes and nobody else' }
    const DATABASE_URL = 'postgres://kimia@db.example/kimia?sslmode=verify-full'
    const writer = { ...own, ROLE: 'writer', DATABASE_URL, WRITER_ADDRESS: 'http://10.0.0.5:4310' }
    expect(parseConfig(writer)).toMatchObject({ production: true, providers: { sandboxes: [] } })
    expect(() => parseConfig({ ...writer, ENCRYPTION_KEYS: '' })).toThrow('ENCRYPTION_KEYS must be set')
    expect(() => parseConfig({ ...writer, DATABASE_URL: 'postgres://kimia@db.example/kimia' })).toThrow('DATABASE_URL')
    expect(() => parseConfig({ ...writer, ROLE: 'jobs' })).toThrow('PUBLIC_URL must be the https address')
    // Its address among the processes makes it one for real people.
    expect(() => parseConfig({ ...writer, NODE_ENV: '', ENCRYPTION_KEYS: '' })).toThrow('WRITER_ADDRESS can be reached')
  })

  it('let a sandbox be traded in by itself, but not in tests unless it is asked for', () => {
    expect(parseConfig({}).sandboxTraders).toBe(true)
    expect(parseConfig({ SANDBOX_TRADERS: 'off' }).sandboxTraders).toBe(false)
    expect(parseConfig({ NODE_ENV: 'test' }).sandboxTraders).toBe(false)
    expect(parseConfig({ NODE_ENV: 'test', SANDBOX_TRADERS: 'on' }).sandboxTraders).toBe(true)
  })

  it('are each documented in .env.example', async () => {
    const example = await readFile('.env.example', 'utf8')
    const source = await Promise.all(
      ['config.ts', 'providers.ts', 'files.ts'].map((file) => readFile(`src/server/config/${file}`, 'utf8')),
    )
    const names = source.join('\n').match(/^ {2}[A-Z][A-Z0-9_]+(?=:)/gm) ?? []
    expect(names.length).toBeGreaterThan(30)
    for (const name of names) expect(example).toMatch(new RegExp(`^(# )?${name.trim()}=`, 'm'))
  })

  it('production needs keys to seal documents with, and reads several, the present one first', () => {
    const { ENCRYPTION_KEYS: _, ...keyless } = REAL
    expect(() => parseConfig({ ...PRODUCTION, ...keyless, ENCRYPTION_KEYS: '' })).toThrow(/ENCRYPTION_KEYS must be set/)
    const key = Buffer.alloc(32, 9).toString('base64')
    const rotated = { ENCRYPTION_KEYS: `2:${key},${REAL.ENCRYPTION_KEYS}` }
    expect(parseConfig({ ...PRODUCTION, ...REAL, ...rotated }).encryptionKeys?.map(({ id }) => id)).toEqual([2, 1])
    for (const wrong of ['1:short', key, `1:${key},1:${key}`, `0:${key}`, `256:${key}`])
      expect(() => parseConfig({ ...REAL, ENCRYPTION_KEYS: wrong })).toThrow(/ENCRYPTION_KEYS cannot be used/)
  })
})
