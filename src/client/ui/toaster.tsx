import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { useTopSheet } from './sheet-history.ts'
import { type Toast, useToasts } from './toasts.ts'

/** Lazy: the card is loaded with the first toast. Without a network its words come without it, since the page must not end over them. */
const ToastCard = lazy(() => import('./toast-card.tsx').catch(() => ({ default: BareToast })))

function BareToast({ toast }: { toast: Toast }) {
  return <p>{toast.title}</p>
}

/** Over the header, whose controls stay clickable through it, and above a sheet. */
const TOP = 'calc(0.25rem + env(safe-area-inset-top))'
/** Above a tablet's bottom bar. */
const ABOVE_BAR = 'calc(4.75rem + env(safe-area-inset-bottom))'

const ABOVE_SHEET = { top: { base: TOP, lg: 'auto' }, bottom: { lg: '4' } } as const

const IN_PAGE = {
  top: { base: TOP, md: 'auto' },
  bottom: { md: ABOVE_BAR, lg: '4' },
  css: {
    // Next to the links of the header.
    'body:not(:has([data-side-bar])) header ~ &': {
      lg: { top: TOP, bottom: 'auto', insetInline: 'auto calc(50% - 15.75rem)' },
      // The longest names move the buttons of the header to its middle.
      xl: { insetInline: 'auto calc(50% - 8.25rem)' },
    },
  },
} as const

/**
 * The place of toasts, in a page that renders this after its header. A phone shows them over that header, so that they cover no title or row; a
 * tablet above the bottom bar; a desktop in the corner below the side bar or, without a side bar, in the empty middle of the header. While a sheet is
 * open, a phone shows them above it, since its buttons are at the lower end. Controls below a toast stay clickable. Chakra's Toaster, 14.0 KB, would
 * stay below a native dialog, which the browser draws over everything else.
 */
export function Toaster() {
  const toasts = useToasts()
  const sheet = useTopSheet()
  const region = (
    <chakra.div
      position="fixed"
      insetInline={{ base: '3', lg: '1rem auto' }}
      zIndex="toast"
      width={{ base: 'min(30rem, calc(100% - 1.5rem))', lg: '15.75rem' }}
      marginInline="auto"
      {...(sheet ? ABOVE_SHEET : IN_PAGE)}
      display="grid"
      alignContent="start"
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
  return sheet ? createPortal(region, sheet) : region
}

function renderToast(toast: Toast) {
  return (
    <Suspense key={toast.id}>
      <ToastCard toast={toast} />
    </Suspense>
  )
}
