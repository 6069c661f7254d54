import { useRef, useState } from 'react'

/** A photo below both limits is uploaded unchanged. */
const SMALL_BYTES = 1_500_000
/** The server accepts no more pixels than this. */
const PIXELS_MAX = 16_000_000
const SIDE_PX_MAX = 2_200
const JPEG_QUALITY = 0.86

/**
 * Prepares the files chosen for one or more places of a form. Scaling a photo takes time, and the user may choose another file, or none, meanwhile:
 * the latest choice of each place counts, and the form is not sent while `preparing` is not empty.
 */
export function usePictureChoice<Place extends string>(
  onChange: (place: Place, picture: PreparedPicture | undefined) => void,
) {
  const [preparing, setPreparing] = useState<ReadonlyMap<Place, File>>(new Map())
  const latest = useRef(preparing)
  const setLatest = (place: Place, file: File | undefined) => {
    const next = new Map(latest.current)
    if (file) next.set(place, file)
    else next.delete(place)
    latest.current = next
    setPreparing(next)
  }
  const choose = async (place: Place, file: File | undefined) => {
    setLatest(place, file)
    onChange(place, undefined)
    if (!file) return
    const picture = await preparePicture(file)
    if (latest.current.get(place) !== file) return
    setLatest(place, undefined)
    onChange(place, picture)
  }
  return { choose, preparing }
}

/** The file to upload, and whether this browser can read it as a picture. */
interface PreparedPicture {
  readonly file: File
  readonly isReadable: boolean
}

/**
 * Scales a phone's photo down to a size that stays legible and that the server accepts. A file that is not a picture is returned unchanged, for the
 * form to reject.
 */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  // A browser without the function leaves the check to the server.
  if (!('createImageBitmap' in globalThis)) return { file, isReadable: true }
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return { file, isReadable: false }
  return { file: await shrinkPicture(file, bitmap), isReadable: true }
}

async function shrinkPicture(file: File, bitmap: ImageBitmap): Promise<File> {
  try {
    const pixels = bitmap.width * bitmap.height
    if (file.size <= SMALL_BYTES && pixels <= PIXELS_MAX) return file
    const scale = Math.min(1, SIDE_PX_MAX / Math.max(bitmap.width, bitmap.height))
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const small = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
    return small.size < file.size || pixels > PIXELS_MAX ? new File([small], file.name, { type: small.type }) : file
  } catch {
    return file
  }
}
