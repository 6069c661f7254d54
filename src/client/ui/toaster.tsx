import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { useTopSheet } from './open-sheets.ts'
import { type Toast, useToasts } from './toasts.ts'

/** Its look arrives with the first thing there is to say. */
const ToastCard = lazy(() => import('./toast-card.tsx'))

/** Where toasts appear: under the top bar on a phone, at the far bottom corner on a desktop, above any open sheet. */
export function Toaster() {
  const toasts = useToasts()
  const sheet = useTopSheet()
  const region = (
    <chakra.div
      position="fixed"
      zIndex="toast"
      insetInline={{ base: '3', md: 'auto 1.5rem' }}
      top={{ base: 'calc(4.25rem + env(safe-area-inset-top))', md: 'auto' }}
      bottom={{ md: '6' }}
      width={{ md: '23rem' }}
      display="grid"
      gap="2.5"
      pointerEvents="none"
    >
      <div role="status" aria-live="polite">
        {toasts.filter((toast) => toast.tone !== 'error').map(renderToast)}
      </div>
      <div role="alert" aria-live="assertive">
        {toasts.filter((toast) => toast.tone === 'error').map(renderToast)}
      </div>
    </chakra.div>
  )
  return createPortal(region, sheet ?? document.body)
}

function renderToast(toast: Toast) {
  return (
    <Suspense key={toast.id}>
      <ToastCard toast={toast} />
    </Suspense>
  )
}
