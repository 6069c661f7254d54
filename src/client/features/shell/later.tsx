import { LoadingOverlay } from './loading-overlay.tsx'
import { WorkingHours } from './working-hours.tsx'

/** Overlays that no visitor waits for, loaded after the page in a single chunk. */
export default function Later({ bare }: { bare: boolean }) {
  return (
    <>
      <LoadingOverlay />
      {!bare && <WorkingHours />}
    </>
  )
}
