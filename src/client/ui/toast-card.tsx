import { chakra } from '@chakra-ui/react'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionLost } from '#client/lib/connection-lost.ts'
import { IconButton } from './icon-button.tsx'
import { beginToast, dismissToast, showToast, type Toast } from './toasts.ts'

const LOOK = {
  success: { icon: CircleCheck, colour: 'buy' },
  error: { icon: CircleAlert, colour: 'sell' },
  info: { icon: Info, colour: 'info' },
}

export default function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation('ui')
  const { icon: Icon, colour } = LOOK[toast.tone]
  useEffect(() => beginToast(toast), [toast])
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
      <chakra.span pointerEvents="auto">
        <IconButton
          label={t('close')}
          icon={<X size={16} aria-hidden="true" />}
          onClick={() => dismissToast(toast.id)}
        />
      </chakra.span>
    </chakra.div>
  )
}

/**
 * Returns a check for acts that no button starts: while the server cannot be reached, it shows why and refuses them. It is here because the card of
 * a toast is otherwise loaded with the first toast, which is too late without a network.
 */
export function useConnectionGate(): () => boolean {
  const { t } = useTranslation('ui')
  return useCallback(() => {
    const isLost = connectionLost.get()
    if (isLost) showToast({ tone: 'info', title: t('offline.needed') })
    return !isLost
  }, [t])
}
