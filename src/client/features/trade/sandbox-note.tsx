import { chakra } from '@chakra-ui/react'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Says that a part of the displayed data was made up for a sandbox. */
export function SandboxNote() {
  const { t } = useTranslation('trade')
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5" fontSize="xs" color="gold">
      <FlaskConical size={13} aria-hidden="true" />
      {t('chart.sandbox')}
    </chakra.span>
  )
}
