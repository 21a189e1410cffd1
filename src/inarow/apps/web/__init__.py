"""The page: play and analyse in a browser, alone, with a machine or over the network.

The server is thin. It needs the extra ``web`` (Starlette, uvicorn); one thing, one file:

    limits       what a client may ask for, and how much of the machine all of them get
    messages     what page and server say to each other, and the checks of what the page says
    tasks        what a worker is asked and answers
    findings     what the page is told of an analysis
    thinking     the searches themselves: a move, an analysis that streams
    worker       the process that runs them: ``python -m inarow.apps.web.worker``
    processes    a worker as the server sees it, and the job that it is at
    pool         the workers, their jobs, Stop; whose turn it is: addresses in turns, then clients
    room         games over the network: seats and their keys, who looks on, who is told
    hub          what all connections share
    session      one connection
    guard        security headers, allowed hosts and origins, message rates
    connections  how many there are, and how long they may be silent
    app          the application: routes and what they share
    serve        the server from its first line to Ctrl-C

``static/`` is the page: HTML, CSS and ES modules, served as they are.
"""
