import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface PartSettings {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** The user that runs it; absent: ours. */
  readonly user?: string | undefined
  /** A folder whose processes belong to it, although they are not its children. */
  readonly folder?: string
  /** Words that it says once it has started; absent: it is asked alone. */
  readonly saysWhenReady?: RegExp
  /** Whether it does its work now. */
  readonly isHealthy: () => Promise<boolean>
}

const HEALTHY_MS_MAX = 60_000

/** A process of the cluster that can be killed, frozen and started again. */
export class Part {
  readonly name: string
  readonly #settings: PartSettings
  #process: ChildProcess | undefined
  #words = ''
  #isReady = false

  constructor(settings: PartSettings) {
    this.name = settings.name
    this.#settings = settings
  }

  /** Starts it, unless it runs. */
  start(): void {
    if (this.isRunning()) return
    const { command, args, env, user, saysWhenReady } = this.#settings
    this.#isReady = saysWhenReady === undefined
    this.#process = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, ...env },
      ...(user && idsOf(user)),
    })
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#words = `${this.#words}${chunk}`.slice(-4_000)
        this.#isReady ||= saysWhenReady?.test(this.#words) ?? false
      })
    this.#process.on('error', (error) => {
      this.#words += String(error)
    })
  }

  isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null
  }

  isHealthy(): Promise<boolean> {
    return this.isRunning() && this.#isReady ? this.#settings.isHealthy().catch(() => false) : Promise.resolve(false)
  }

  /** Starts it again until it is healthy, as a supervisor does. @throws Error with its last words */
  async healthy(): Promise<void> {
    const until = Date.now() + HEALTHY_MS_MAX
    while (!(await this.isHealthy())) {
      if (Date.now() > until) throw new Error(`${this.name} is not healthy: ${this.#words}`)
      await sleep(250)
      this.start()
    }
  }

  /** The processor's time that its processes have spent, in milliseconds. */
  cpuMs(): number {
    return this.#pids().reduce((sum, pid) => sum + cpuMsOf(pid), 0)
  }

  #pids(): number[] {
    const { folder } = this.#settings
    const own = this.#process?.pid
    return [...(own ? [own] : []), ...(folder ? pidsIn(folder) : [])]
  }

  /** Sends all its processes a signal, without waiting for what comes of it. */
  signalNow(signal: NodeJS.Signals): void {
    for (const pid of this.#pids())
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended meanwhile.
      }
  }

  /** SIGKILL, SIGSTOP or SIGCONT for all its processes. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    this.signalNow(signal)
    if (signal === 'SIGKILL' && this.#process && this.isRunning()) await once(this.#process, 'exit')
  }

  /** Asks it to end, as a supervisor does. */
  async stop(): Promise<void> {
    if (!this.#process || !this.isRunning()) return
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGCONT')
    this.#process.kill('SIGTERM')
    await Promise.race([ended, sleep(15_000)])
    await this.signal('SIGKILL')
  }
}

/** Processes that work in a folder: those of PostgreSQL, which do not end with Patroni. */
function pidsIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(join('/proc', pid, 'cwd')).startsWith(folder)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Of `/proc/<pid>/stat`, whose times are in hundredths of a second; the name before them may contain spaces. */
function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

/** Programs of the database do not run as root. */
function idsOf(user: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${user}:`))
  if (!line) throw new Error(`there is no user ${user}`)
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
