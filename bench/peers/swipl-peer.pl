:- use_module(library(http/json), []).
:- use_module(library(readutil)).

main(Folder) :-
    get_time(Began),
    atom_concat(Folder, '/prog.pl', Program),
    atom_concat(Folder, '/check.txt', CheckFile),
    load_files(Program, [silent(true)]),
    get_time(Start), statistics(cputime, CpuStart),
    read_file_to_terms(CheckFile, Specs, []),
    findall(Name-Count,
            ( member(Name/Arity, Specs), functor(Goal, Name, Arity), aggregate_all(count, Goal, Count) ),
            Counts),
    get_time(End), statistics(cputime, CpuEnd),
    Parse is (Start-Began)*1000, Eval is (End-Start)*1000,
    Cpu is (CpuEnd-CpuStart)*1000, Total is (End-Began)*1000,
    ( catch(peak_memory(Peak), _, fail) -> true ; Peak = 0 ),
    format('{"engine":"swipl","parse_ms":~3f,"eval_ms":~3f,"eval_cpu_ms":~3f,"total_ms":~3f,"rss_mb":~1f,"counts":{',
           [Parse, Eval, Cpu, Total, Peak]),
    forall(nth1(At, Counts, Name-Count),
           ( ( At > 1 -> write(',') ; true ), format('"~w":~d', [Name, Count]) )),
    format('}}~n').

% In megabytes, as Linux tells it.
peak_memory(Peak) :-
    open('/proc/self/status', read, Stream), read_string(Stream, _, Status), close(Stream),
    split_string(Status, "\n", "", Lines), member(Line, Lines), string_concat("VmHWM:", Rest, Line),
    split_string(Rest, " \t", " \tkB", Parts), member(Part, Parts), number_string(Kilobytes, Part), !,
    Peak is Kilobytes/1024.
