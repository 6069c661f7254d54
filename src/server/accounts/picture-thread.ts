import { parentPort, workerData } from 'node:worker_threads'
import { Transformer } from '@napi-rs/image'

const JPEG_QUALITY = 88

/** The thread that decodes one picture. It waits for its work, and uses none of the threads that passwords and files share. */
const port = parentPort
if (!port || !(workerData instanceof Uint8Array)) throw new Error('this file runs as a worker thread, on a picture')

/** Turns upright and encodes again; `undefined` if the bytes are not a whole picture. */
function encodeAnew(bytes: Uint8Array): Buffer | undefined {
  try {
    return new Transformer(bytes).rotate().jpegSync(JPEG_QUALITY)
  } catch {
    return undefined
  }
}

port.postMessage({ picture: encodeAnew(workerData) })
