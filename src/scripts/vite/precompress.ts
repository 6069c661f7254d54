import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest)$/
const BYTES_MIN = 1024

/** Writes `.gz` and `.br` next to every text file of the build, so that the server need not compress them. */
export function precompress(): Plugin {
  let outDir = 'dist'
  return {
    name: 'kimia:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir
    },
    closeBundle: {
      // Runs after the worker is built, which is a file of the build, too.
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
        await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))))
      },
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < BYTES_MIN) return
  const [gz, br] = await Promise.all([
    gzipAsync(bytes, { level: 9 }),
    brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  ])
  await Promise.all([writeFile(`${path}.gz`, gz), writeFile(`${path}.br`, br)])
}
