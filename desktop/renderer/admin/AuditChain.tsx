import { Button, makeStyles, MessageBar, MessageBarBody, Spinner, tokens } from '@fluentui/react-components';
import { ShieldCheckmarkRegular } from '@fluentui/react-icons';
import type { AuditChainState, AuditVerification } from '../../../contract/audit.ts';
import { useAuditChain, useVerifyAudit } from '../api/audit.ts';
import { BarTitle } from '../shell/BarTitle.tsx';
import { usePageStyles } from '../shell/page.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { Facts } from './Facts.tsx';

const useStyles = makeStyles({
  hash: { display: 'block', fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
});

/** The state of the audit chain, with a button to verify it now. */
export function AuditChain() {
  const page = usePageStyles();
  const text = useText();
  const chain = useAuditChain();
  const verify = useVerifyAudit();
  if (chain.isPending) return <Loading rows={2} />;
  if (!chain.data) return <Failed error={chain.error} onRetry={() => void chain.refetch()} />;
  return (
    <>
      <ChainFacts chain={chain.data} />
      <div className={page.actions}>
        <Button
          icon={verify.isPending ? <Spinner size="tiny" /> : <ShieldCheckmarkRegular />}
          disabledFocusable={verify.isPending}
          onClick={() => !verify.isPending && verify.mutate()}
        >
          {text('audit.verify')}
        </Button>
      </div>
      <div role="status">{verify.data && <Found found={verify.data} />}</div>
      {verify.error && <ProblemBar problem={verify.error} />}
    </>
  );
}

function ChainFacts({ chain: { head, isSigned, unsealed, lastVerified } }: { chain: AuditChainState }) {
  const styles = useStyles();
  const text = useText();
  return (
    <Facts
      facts={[
        [
          text('audit.head'),
          head === null ? (
            text('audit.head.none')
          ) : (
            <>
              {text('audit.head.position', { position: head.position })}
              <span dir="ltr" className={styles.hash}>
                {head.hash}
              </span>
            </>
          ),
        ],
        [text('audit.signed'), text(isSigned ? 'audit.signed.yes' : 'audit.signed.no')],
        [text('audit.unsealed'), text('audit.unsealed.count', { count: unsealed })],
        [
          text('audit.lastVerified'),
          lastVerified === null ? (
            text('audit.lastVerified.never')
          ) : (
            <>
              <When at={lastVerified.at} />
              {': '}
              {lastVerified.ok ? text('audit.rowsWhole', { count: lastVerified.rows }) : text('audit.broken')}
            </>
          ),
        ],
      ]}
    />
  );
}

/** The result. The server's description of a fault is shown verbatim, as printed by `audit:verify`. */
function Found({ found: { ok, rows, fault } }: { found: AuditVerification }) {
  const text = useText();
  return (
    <MessageBar intent={ok ? 'success' : 'error'} layout="multiline">
      <MessageBarBody>
        {ok ? (
          text('audit.rowsWhole', { count: rows })
        ) : (
          <>
            <BarTitle>{text('audit.broken')}</BarTitle>
            {fault && text('audit.fault', { position: fault.position })}{' '}
            {fault && (
              <span lang="en" dir="ltr">
                {fault.what}
              </span>
            )}
          </>
        )}
      </MessageBarBody>
    </MessageBar>
  );
}
