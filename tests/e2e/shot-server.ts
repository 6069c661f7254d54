import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../setup/free-port.ts'

/** A server with an empty database, for pictures; ready once its first book has trades. */
export async function startShotServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'kimia-shots-'))
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    REQUESTS_PER_MINUTE_MAX: '0',
    CODES_PER_ADDRESS_MAX: '1000',
    CODE_GAP_SECONDS: '0',
    GOLD_HOURS: 'always',
  }
  const server = spawn(process.execPath, ['src/server/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 240; tries += 1) {
    const answer = await fetch(`${url}/api/orders/order-book?marketType=GOLD_TOMAN`).catch(() => undefined)
    // The pictures need a book with activity.
    if (answer?.ok && (await answer.text()).includes('"volume"')) return { url, stop }
    await sleep(250)
  }
  await stop()
  throw new Error('the server did not come up with a live book within a minute')
}
