import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { readSettings } from '#custody/settings.ts'
import { parseConfig } from '#server/config/config.ts'

const Texts = z.array(z.string())
/** The part of the Compose specification that the file uses: a key that is not of it, or is misspelt, is refused. */
const Service = z.strictObject({
  image: z.string(),
  build: z.optional(z.strictObject({ context: z.string(), dockerfile: z.string() })),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
  init: z.optional(z.boolean()),
  read_only: z.boolean(),
  cap_drop: Texts,
  security_opt: Texts,
  pids_limit: z.int(),
  stop_grace_period: z.string().check(z.regex(/^\d+s$/)),
  shm_size: z.optional(z.string().check(z.regex(/^\d+m$/))),
  user: z.string(),
  group_add: z.optional(Texts),
  ulimits: z.optional(z.strictObject({ nofile: z.int() })),
  depends_on: z.optional(z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') }))),
  command: z.optional(Texts),
  env_file: z.string(),
  environment: z.optional(z.record(z.string(), z.union([z.string(), z.int()]))),
  deploy: z.optional(z.strictObject({ replicas: z.int() })),
  ports: z.optional(Texts),
  tmpfs: Texts,
  volumes: z.optional(Texts),
  healthcheck: z.union([
    z.strictObject({ disable: z.literal(true) }),
    z.strictObject({
      test: Texts,
      ...{ interval: z.string(), timeout: z.string(), retries: z.int(), start_period: z.string() },
    }),
  ]),
  secrets: z.optional(Texts),
  networks: z.union([Texts, z.record(z.string(), z.strictObject({ aliases: z.optional(Texts) }))]),
})
const File = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  networks: z.record(
    z.string(),
    z.strictObject({ internal: z.optional(z.boolean()), driver_opts: z.optional(z.record(z.string(), z.string())) }),
  ),
  volumes: z.record(z.string(), z.strictObject({})),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
})
type Compose = z.output<typeof File>

const PATH = 'src/deploy/compose.yml'
/** The folder of what is secret or another on each machine, none of it in the repository. */
const OWN = '/etc/kimia/'

const read = (text: string): Compose => {
  const given: Record<string, unknown> = parse(text, { merge: true })
  return File.parse(Object.fromEntries(Object.entries(given).filter(([key]) => !key.startsWith('x-'))))
}

let text: string
let compose: Compose
/** The services that run our code. */
let ours: [string, Compose['services'][string]][]
beforeAll(async () => {
  text = await readFile(PATH, 'utf8')
  compose = read(text)
  ours = Object.entries(compose.services).filter(([, { image }]) => image === 'kimia')
})

describe('the Compose file', () => {
  test('is of the form that the specification has, and a wrong key in it is found', () => {
    expect(Object.keys(compose.services).sort()).toEqual(
      ['api', 'custody', 'database', 'jobs', 'writer-1', 'writer-2'].sort(),
    )
    expect(() => read(text.replace('read_only:', 'readonly:'))).toThrow('readonly')
  })

  test('gives no service more of its machine than it needs', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      const { read_only, cap_drop, security_opt, user, volumes = [], ports = [] } = service
      expect({ name, read_only, cap_drop, security_opt }).toEqual({
        ...{ name, read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
      })
      expect(user, name).toMatch(/^[1-9]\d*:[1-9]\d*$/)
      // Volumes that have names, and no folder of the machine: above all not the socket of its container engine.
      for (const volume of volumes) expect(Object.keys(compose.volumes), name).toContain(volume.split(':')[0])
      // Ports are published for the proxy of this machine.
      for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/)
    }
    const userOf = (name: string) => compose.services[name]?.user.split(':')[0]
    for (const [name] of ours) expect(userOf(name) === userOf('custody'), name).toBe(name === 'custody')
  })

  test('names only what exists: files of the repository, files of the machine, secrets, networks and volumes that it declares', () => {
    const { context, dockerfile } = compose.services['writer-1']?.build ?? expect.fail('nothing is built')
    expect(resolve('src/deploy', context)).toBe(process.cwd())
    expect(existsSync(dockerfile)).toBe(true)
    for (const [name, { env_file, secrets = [], networks, volumes = [], command = [], environment = {} }] of ours) {
      expect(env_file, name).toMatch(new RegExp(`^${OWN}[a-z]+\\.env$`))
      for (const secret of secrets) expect(Object.keys(compose.secrets), name).toContain(secret)
      const joined = Array.isArray(networks) ? networks : Object.keys(networks)
      for (const network of joined) expect(Object.keys(compose.networks), name).toContain(network)
      for (const script of command.join(' ').match(/src\/\S+\.ts/g) ?? []) expect(existsSync(script), script).toBe(true)
      const places = ['/tmp', ...volumes.map((volume) => volume.split(':')[1] ?? ''), '/run/secrets', '/var/lib/kimia']
      const paths = Object.values(environment).filter((value) => String(value).startsWith('/'))
      for (const path of paths)
        expect(
          places.some((place) => String(path).startsWith(place)),
          String(path),
        ).toBe(true)
      for (const path of paths.filter((each) => String(each).startsWith('/run/secrets/')))
        expect(secrets, name).toContain(String(path).slice('/run/secrets/'.length))
    }
    for (const { file } of Object.values(compose.secrets)) expect(file.startsWith(OWN)).toBe(true)
  })

  test('sets what the settings know, and each service starts with it and with the secrets that only it may have', async () => {
    const documented = await readFile('.env.example', 'utf8')
    for (const [name, { environment = {} }] of ours)
      for (const setting of Object.keys(environment))
        expect(documented, name).toMatch(new RegExp(`^(# )?${setting}=`, 'm'))
    const common = {
      ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://kimia.example', ALLOW_SANDBOX: 'yes', ALLOW_NO_CAPTCHA: 'yes' },
      DATABASE_URL:
        'postgres://api:word@database/kimia?sslmode=verify-full&sslrootcert=/run/secrets/database_authority',
      ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
      PROCESS_SECRET: 'a word of thirty-two letters or more',
    }
    const CUSTODY_SENDING_TOKEN = 'another word of thirty-two letters'
    const envOf = (name: string) =>
      Object.fromEntries(
        Object.entries(compose.services[name]?.environment ?? {}).map(([setting, value]) => [setting, String(value)]),
      )
    for (const name of ['api', 'writer-1', 'writer-2'])
      expect(parseConfig({ ...common, ...envOf(name) }).process.role, name).toBe(name.replace(/-\d/, ''))
    expect(parseConfig({ ...common, ...envOf('jobs'), CUSTODY_SENDING_TOKEN }).process.role).toBe('jobs')
    // The token of sending is of no use to whatever answers strangers.
    expect(() => parseConfig({ ...common, ...envOf('api'), CUSTODY_SENDING_TOKEN })).toThrow('CUSTODY_SENDING_TOKEN')
    const custody = readSettings({ NODE_ENV: 'production', ...envOf('custody'), CUSTODY_SENDING_TOKEN })
    expect(custody.socket).toBe(envOf('jobs').CUSTODY_SOCKET)
  })

  test('asks each server that answers for its health, at a path that is there', () => {
    for (const name of ['api', 'jobs']) {
      const { healthcheck } = compose.services[name] ?? expect.fail(name)
      expect('test' in healthcheck && healthcheck.test.join(' ')).toContain("fetch('http://127.0.0.1:4300/api/health')")
    }
  })

  test('lets the group of custody be joined by those that may ask, and keeps its secrets to custody', () => {
    const socketUsers = ours.filter(([, { volumes = [] }]) =>
      volumes.some((each) => each.startsWith('custody-socket:')),
    )
    expect(socketUsers.map(([name]) => name).sort()).toEqual(['api', 'custody', 'jobs'])
    for (const [name, { group_add, user }] of socketUsers)
      expect([user.split(':')[1], group_add?.[0]], name).toContain('10003')
    for (const [name, { secrets = [], volumes = [] }] of ours)
      if (name !== 'custody') expect([...secrets, ...volumes].join(' ')).not.toMatch(/custody_|custody-journal/)
  })
})
