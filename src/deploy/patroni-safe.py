"""Starts Patroni. Version 3.0.2, Debian 12's, writes its name over another node's leader key after a pause, which lost 2,092
acknowledged commits in one freeze: it compares first here, as from 3.0.3 on (fixed in Patroni's pull request 2689). It also
stops PostgreSQL at once if an etcd that is about to end answers with an unknown error, as in 3 of 99 restarts under load: it asks another one here."""
import sys

from patroni.dcs import Leader, etcd3
from patroni.version import __version__


def _update_leader(self):
    retry = self._retry.copy()
    retry.retry_exceptions = (*retry.retry_exceptions, etcd3.Unknown)

    def _retry(*args, **kwargs):
        kwargs['retry'] = retry
        return retry(*args, **kwargs)

    self._run_and_handle_exceptions(self._do_refresh_lease, True, retry=_retry)
    leader = self.cluster and self.cluster.leader
    if self._lease and isinstance(leader, Leader) and leader.name == self._name and leader.session == self._lease:
        return True
    key, me = etcd3.base64_encode(self.leader_path), etcd3.base64_encode(self._name)
    mine = {'key': key, 'target': 'VALUE', 'result': 'EQUAL', 'value': me}
    put = {'request_put': {'key': key, 'value': me, 'lease': self._lease}}
    return bool(self._lease and self._run_and_handle_exceptions(self._client.txn, mine, put, retry=_retry))


if __version__ == '3.0.2':
    etcd3.Etcd3._update_leader = etcd3.catch_return_false_exception(_update_leader)

# Patroni starts PostgreSQL in a Python process of its own, which imports this file again.
if __name__ == '__main__':
    from patroni.__main__ import main

    sys.exit(main())
