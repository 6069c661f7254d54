import type { Exchange } from '#server/exchange/exchange.ts'
import { connectExchange } from '#server/exchange/remote-exchange.ts'
import { serveExchange } from '#server/exchange/serve-exchange.ts'
import { freePort } from '#tests/setup/free-port.ts'

const secret = 'a secret of the processes alone'
const log = { warn: () => undefined }

/** The same exchange as another process has it: it is served and asked over HTTP. */
export async function overHttp(exchange: Exchange): Promise<Exchange> {
  const address = new URL(`http://127.0.0.1:${await freePort()}`)
  const served = await serveExchange({ exchange, address, secret, log })
  const remote = connectExchange({ findWriter: async () => address.origin, secret, log })
  return {
    ...remote,
    isServing: () => exchange.isServing(),
    settled: async () => {
      await exchange.settled()
      await remote.settled()
    },
    close: async () => {
      await remote.close()
      await exchange.close()
      await served.close()
    },
  }
}
