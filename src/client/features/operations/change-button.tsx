import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'

/** The button of a row that opens its form. */
export function ChangeButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('desk')
  return (
    <Button size="sm" variant="quiet" data-row="" onClick={onPress}>
      {t('settings.change')}
    </Button>
  )
}
