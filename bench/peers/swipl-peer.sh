#!/bin/sh
# SWI-Prolog with tabling: loads prog.pl and enumerates every checked predicate once.
folder=$(dirname "$1")
script=$(dirname "$0")/swipl-peer.pl
exec swipl --stack-limit=8g --table-space=8g -O -q -g "consult('$script'), main('$folder')" -t halt
