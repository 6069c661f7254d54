import { chakra } from '@chakra-ui/react'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'
import { useTopSheet } from './open-sheets.ts'
import { dismissToast, type Toast, useToasts } from './toasts.ts'

const LOOK = {
  success: { icon: CircleCheck, colour: 'buy' },
  error: { icon: CircleAlert, colour: 'sell' },
  info: { icon: Info, colour: 'info' },
}

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
  return <OneToast key={toast.id} toast={toast} />
}

function OneToast({ toast }: { toast: Toast }) {
  const { t } = useTranslation('ui')
  const { icon: Icon, colour } = LOOK[toast.tone]
  return (
    <chakra.div
      display="flex"
      alignItems="flex-start"
      gap="3"
      paddingInlineStart="4"
      paddingInlineEnd="1"
      paddingBlock="1"
      marginBottom="2"
      bg="raised"
      borderWidth="1px"
      borderColor="line.strong"
      borderRadius="lg"
      boxShadow="lifted"
      pointerEvents="auto"
      animation="rise 200ms ease-out"
    >
      <chakra.span color={colour} flexShrink="0" paddingTop="3">
        <Icon size={20} aria-hidden="true" />
      </chakra.span>
      <chakra.div flex="1" minWidth="0" paddingBlock="2.5" fontSize="sm" lineHeight="snug">
        <chakra.p fontWeight="semibold">{toast.title}</chakra.p>
        {toast.text && (
          <chakra.p color="fg.muted" marginTop="0.5">
            {toast.text}
          </chakra.p>
        )}
      </chakra.div>
      <IconButton label={t('close')} icon={<X size={16} aria-hidden="true" />} onClick={() => dismissToast(toast.id)} />
    </chakra.div>
  )
}
