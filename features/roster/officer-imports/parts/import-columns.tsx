import Download from 'lucide-react/icons/download'
import { fieldWords } from '#features/roster/officers/words.ts'
import { keepFile } from '#platform/web/save-file.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { sampleRoster } from '../client.sample.ts'
import { importFields } from '../rules.mapping.ts'

/** What a roster file may contain, with a small file to start from. */
export const ImportColumns = () => (
  <Card
    title="Columns"
    hint="In any order; other columns are skipped. Each row needs a badge number or an email. New officers also need a name."
    aside={
      <Button
        size="small"
        icon={<Download aria-hidden />}
        onClick={() => void keepFile(new Blob([sampleRoster()], { type: 'text/csv' }), 'roster-sample.csv')}
      >
        Sample file
      </Button>
    }
  >
    <ul aria-label="Accepted columns" className="flex flex-wrap gap-x-4 gap-y-1 text-soft">
      {importFields.map((field) => (
        <li key={field}>{fieldWords[field]}</li>
      ))}
    </ul>
  </Card>
)
