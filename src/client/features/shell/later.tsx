import { LoadingOverlay } from './loading-overlay.tsx'
import { WorkingHours } from './working-hours.tsx'

/** What may lie over any page and nobody comes for: fetched after the page, in one piece. */
export default function Later({ bare }: { bare: boolean }) {
  return (
    <>
      <LoadingOverlay />
      {!bare && <WorkingHours />}
    </>
  )
}
