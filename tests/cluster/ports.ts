import { freePort } from '#tests/setup/free-port.ts'

export const HOST = '127.0.0.1'

export type Ports = Awaited<ReturnType<typeof choosePorts>>

/** Finds the port at which one part reaches another, which listens at the given one. */
export type Reach = (from: string, to: string, port: number) => Promise<number>

/** Chooses ports that nothing listens on, each once: much of what gets one listens later. */
export function portChooser(): () => Promise<number> {
  const taken = new Set<number>()
  return async () => {
    for (;;) {
      const port = await freePort()
      if (taken.has(port)) continue
      taken.add(port)
      return port
    }
  }
}

export async function choosePorts(next: () => Promise<number>) {
  const some = async (count: number) => {
    const ports: number[] = []
    while (ports.length < count) ports.push(await next())
    return ports
  }
  return {
    ...{ etcd: await some(3), peers: await some(3), patroni: await some(2), postgres: await some(2) },
    ...{ database: await next(), web: await next(), answering: await some(3), writers: await some(2) },
    ...{ writerHttp: await some(2), jobs: await next(), phone: await next() },
  }
}

/** The name of each place of a list: "api-1", "api-2". */
export const named = (kind: string, place: number) => `${kind}-${place + 1}`

export const urlOf = (port: number) => `http://${HOST}:${port}`

export const answers = (url: string, ms = 1_000) =>
  fetch(url, { signal: AbortSignal.timeout(ms) }).then(
    ({ ok }) => ok,
    () => false,
  )
