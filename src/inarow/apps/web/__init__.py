"""The page: play and analyse in a browser, alone, with a machine or over the network.

The server is thin. It needs the extra ``web`` (Starlette, uvicorn); one thing, one file:

    games        the games that are shown, and what the page is told of one
    messages     what page and server say to each other, and the checks of what the page says
    searches     what may be asked for, and the threads that find it out
    analysis     what the page is told of an analysis
    room         games over the network: seats and their keys, who looks on, who is told
    session      one connection
    guard        security headers, allowed hosts and origins, the token
    app          the application: routes and what they share
    serve        the server from its first line to Ctrl-C

``static/`` is the page: HTML, CSS and ES modules, served as they are.
"""
