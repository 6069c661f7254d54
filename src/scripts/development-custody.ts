import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type DevelopmentChains, startDevelopmentChains } from './development-chains.ts'
import { serveFaucet } from './faucet.ts'

/**
 * Starts the chains of this machine and custody with its development seed behind the server, which serves its pages meanwhile and says that
 * coins come in once both are up. Sets the socket by which the server finds custody, and the address at which coins of the chains are given
 * out. Does nothing where custody is configured, in production, and with CUSTODY=off.
 */
export async function startDevelopmentCustody(env: NodeJS.ProcessEnv): Promise<void> {
  if (env.CUSTODY_SOCKET || env.NODE_ENV === 'production' || env.CUSTODY === 'off') return
  const folder = resolve(env.DATA_DIR || '.data', 'custody')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const socket = join(folder, 'custody.sock')
  // The path of a socket has a hundred characters at most.
  if (socket.length > 100) return
  env.CUSTODY_SOCKET = socket
  const chains = startDevelopmentChains(join(folder, 'chains'))
  env.SANDBOX_FAUCET_URL = await serveFaucet(chains)
  startCustody(chains, { folder, socket }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`The chains of development did not start, so no coin comes in: ${reason}\n`)
  })
}

async function startCustody(
  starting: Promise<DevelopmentChains>,
  { folder, socket }: { readonly folder: string; readonly socket: string },
): Promise<void> {
  const chains = await starting
  const custody = spawn(process.execPath, ['--disable-sigusr1', 'src/custody/main.ts'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    // Its own settings alone: none of the server's secrets is in its environment.
    env: { PATH: process.env.PATH, CUSTODY_DIR: folder, CUSTODY_SOCKET: socket, ...chains.env },
  })
  const passphrase = custody.stdio[3]
  if (passphrase && 'end' in passphrase) passphrase.on('error', () => undefined).end('\n')
  process.once('exit', () => custody.kill())
}
