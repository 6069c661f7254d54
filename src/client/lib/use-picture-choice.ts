import { useRef, useState } from 'react'
import { type PreparedPicture, preparePicture } from './shrink-picture.ts'

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
