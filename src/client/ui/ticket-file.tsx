import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { saveBlob } from '#client/lib/save-blob.ts'
import { showToast } from './toasts.ts'
import { useSentenceOf } from './use-sentence-of.ts'
import { useTicketSentences } from './use-ticket-sentences.ts'

interface TicketFileProps {
  readonly file: string
  readonly fileBytes: number | null
  readonly download: () => Promise<unknown>
  /** The name of the saved file. */
  readonly savedAs: string
}

/** A file of a message, to be saved. A refusal is shown in the server's words. */
export function TicketFile({ file, fileBytes, download, savedAs }: TicketFileProps) {
  const { t } = useTranslation('support')
  const { sizeOf } = useTicketSentences()
  const sentenceOf = useSentenceOf()
  const save = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: async () => {
      const blob = await download()
      if (!(blob instanceof Blob)) throw new TypeError('the file came as something else')
      saveBlob(blob, savedAs)
    },
    onError: (error) => showToast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <chakra.button
      type="button"
      display="inline-flex"
      alignItems="center"
      gap="2"
      minHeight="tap"
      paddingInline="3"
      borderRadius="md"
      bg="hover"
      fontSize="sm"
      fontWeight="semibold"
      textAlign="start"
      aria-busy={save.isPending || undefined}
      disabled={save.isPending}
      onClick={() => save.mutate()}
    >
      <Download size={18} aria-hidden="true" />
      <span>
        {t('talk.download')}
        <chakra.span display="block" fontSize="xs" fontWeight="medium" color="fg.muted">
          {sizeOf({ file, fileBytes })}
        </chakra.span>
      </span>
    </chakra.button>
  )
}
